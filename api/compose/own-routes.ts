import type { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { ApiEnv } from "../http/env.js";
import { unauthorized } from "../http/errors.js";
import { inProcessCallOf } from "../http/in-process-call.js";
import { accessLog } from "../middleware/access-log.js";
import type { ApiDeps } from "../routes/deps.js";
import type { MountCompany } from "./company-routes.js";
import { createEnvelopeApp } from "./frame.js";

const othersPath: LocalizedText = {
  en: "The path is not the caller's.",
  es: "La dirección es de otra empresa.",
  app: "La sesión no vale para esta empresa: volvé a ingresar.",
};

/**
 * The API's routes for calls from within this process: `app.fetch(request, { caller, requestId })` answers `/{company}/…`, without a
 * base path, as the API answers. No listener serves it.
 * @param mountCompany that of the API, so that limits are counted together
 */
export function createInProcessRoutes({ log }: Pick<ApiDeps, "log">, mountCompany: MountCompany): Hono<ApiEnv> {
  const takeRequestId = createMiddleware<ApiEnv>(async (c, next) => {
    c.set("requestId", inProcessCallOf(c).requestId ?? "");
    await next();
  });
  const takeCaller = createMiddleware<ApiEnv>(async (c, next) => {
    const { caller } = inProcessCallOf(c);
    if (!caller || caller.companyCode !== c.req.param("company")) throw unauthorized(othersPath);
    c.set("caller", caller);
    await next();
  });
  return createEnvelopeApp(log)
    .use(takeRequestId, accessLog(log, { BASE_PATH: "" }))
    .route("/", mountCompany("", takeCaller));
}
