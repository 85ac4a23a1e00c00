import { Hono } from "hono";
import type { AppEnv } from "../frame/app-env.js";
import type { AppDeps } from "../frame/deps.js";
import { show } from "../layout/show.js";
import { mayAs } from "../sign-in/enter-company.js";
import { findProgress } from "./find.js";
import { FirstSteps } from "./page.js";

/** How long the page waits for the authority before it is shown without its answer. */
const timeoutMs = 3_000;

/** `…/first-steps`: from nothing to the first real voucher. With `?wait` it waits for the authority as long as it takes. */
export const firstStepsPages = ({ now }: Pick<AppDeps, "now">) =>
  new Hono<AppEnv>().get("/first-steps", async (c) => {
    const visit = c.get("visit");
    const isWaiting = c.req.query("wait") !== undefined;
    const found = await findProgress({
      apiOf: c.get("apiOf"),
      nowMs: now(),
      timeoutMs: isWaiting ? undefined : timeoutMs,
    });
    const [mayConfigure, mayIssue] = [mayAs(visit.role, "owner"), mayAs(visit.role, "issuer")];
    return show(c, { title: "Primeros pasos" }, <FirstSteps {...{ visit, found, mayConfigure, mayIssue }} />);
  });
