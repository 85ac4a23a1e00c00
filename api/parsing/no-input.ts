import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { ApiEnv } from "../http/env.js";
import { findRefusal, ignore } from "../http/handling.js";
import { findUnknownProperties } from "../schemas/unknown-properties.js";
import { unknownBut } from "./read-query.js";

const noProperties = z.object({});

/** For a route that reads neither parameters nor JSON: says what comes all the same. @throws ApiError 400 when handling is strict */
export const noInput = createMiddleware<ApiEnv>(async (c, next) => {
  const handling = c.get("handling");
  ignore(handling, unknownBut()(new URL(c.req.url).searchParams));
  ignore(handling, findUnknownProperties(noProperties, await readAnyJson(c)));
  const refusal = findRefusal(handling);
  if (refusal) throw refusal;
  await next();
});

/** Undefined when there is no JSON body. Nobody needs it, so it may be malformed. */
async function readAnyJson(c: Context): Promise<unknown> {
  if (c.req.method === "GET" || !c.req.header("content-type")?.toLowerCase().startsWith("application/json")) return;
  return c.req.json().catch(() => undefined);
}
