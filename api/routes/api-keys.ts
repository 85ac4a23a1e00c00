import { Hono } from "hono";
import { findReadiness } from "../../shared/db/readiness.js";
import type { ApiDeps, ApiEnv } from "../environment.js";

/** `/{company_id}/api-keys`. Source: API.md, "GET /{company_id}/api-keys/test". */
export const apiKeys = (deps: ApiDeps) =>
  new Hono<ApiEnv>().get("/test", async (c) => {
    const caller = c.get("caller");
    const { hasCertificate, hasPos } = await findReadiness(deps.db, caller);

    return c.json({
      ok: true,
      environment: caller.production ? "production" : "homologation",
      certificates: hasCertificate,
      pos: hasPos,
    });
  });
