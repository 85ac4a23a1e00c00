import { createMiddleware } from "hono/factory";
import { localize } from "../http/answer-language.js";
import type { ApiEnv } from "../http/env.js";
import { sayFault } from "../http/errors.js";
import { readHandling, warningsOf } from "../http/handling.js";

/** Limit of a stranger's header: the longest that asks for strict handling, with room for other preferences. More is not read. */
const maxStrangersLength = 200;

/** Reads how ignored input is to be handled. It comes once the caller is known. */
export const takeHandling = createMiddleware<ApiEnv>(async (c, next) => {
  c.set("handling", readHandling(c.req.header("prefer")));
  await next();
});

/**
 * Says in the answer what of the request was ignored. It stands around all else, so that every answer to a known caller says it, also
 * one that comes too late. Only a JSON answer can: `warnings` is put behind its last property, so that no answer is parsed for it.
 * Source: api/README.md, "Ignored input".
 */
export const sayIgnored = createMiddleware<ApiEnv>(async (c, next) => {
  await next();
  const handling = c.get("handling") ?? strangersHandling(c.req.header("prefer"));
  const warnings = warningsOf(handling, c.res.ok);
  if (warnings.length > 0 && c.res.headers.get("content-type")?.startsWith("application/json")) {
    const say = localize(c);
    const said = warnings.map((ignored) => sayFault(ignored, say));
    const json = await c.res.text();
    c.res = new Response(`${json.slice(0, -1)},"warnings":${JSON.stringify(said)}}`, c.res);
  }
  if (handling.strict) c.res.headers.set("Preference-Applied", "handling=strict");
});

/** Nothing of a stranger's request was read, so nothing of it was ignored. That they asked is said all the same. */
const strangersHandling = (prefer = "") => readHandling(prefer.length > maxStrangersLength ? "" : prefer);
