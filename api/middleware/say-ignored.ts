import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "../environment.js";
import { readHandling, warningsOf } from "../handling.js";

/**
 * Says in the answer what of the request was ignored. Only a JSON answer can: `warnings` is put behind its last property, so that
 * no answer is parsed for it. Source: api/README.md, "Ignored input".
 */
export const sayIgnored = createMiddleware<ApiEnv>(async (c, next) => {
  const handling = readHandling(c.req.header("prefer"));
  c.set("handling", handling);
  await next();
  const warnings = warningsOf(handling, c.res.ok);
  if (warnings.length > 0 && c.res.headers.get("content-type")?.startsWith("application/json")) {
    const json = await c.res.text();
    c.res = new Response(`${json.slice(0, -1)},"warnings":${JSON.stringify(warnings)}}`, c.res);
  }
  if (handling.strict) c.res.headers.set("Preference-Applied", "handling=strict");
});
