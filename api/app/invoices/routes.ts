import { Hono } from "hono";
import type { AppEnv } from "../frame/app-env.js";
import type { AppDeps } from "../frame/deps.js";
import { creditPages } from "./credit/routes.js";
import { listPages } from "./list/routes.js";
import { voucherPages } from "./voucher/routes.js";

/** The vouchers of a company and environment: their list, each of them, and their credit notes. */
export const invoicePages = (deps: AppDeps) =>
  new Hono<AppEnv>().route("/", listPages(deps)).route("/", voucherPages(deps)).route("/", creditPages());
