import type { Context } from "hono";
import { invalidBody } from "../errors.js";

/** The deepest nesting that is accepted. */
const maxDepth = 32;

/** A request's JSON body. A fault of the whole body has `field: null`. Source: api/README.md, "Shapes of details by code". */
export async function readJsonBody(c: Context): Promise<unknown> {
  const contentType = c.req.header("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    throw invalidBody([{ field: null, message: "the body must be JSON: send Content-Type: application/json" }]);
  }
  const text = readUtf8(await c.req.arrayBuffer());
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalidBody([{ field: null, message: "the body is not well-formed JSON" }]);
  }
  if (depthOf(body) > maxDepth)
    throw invalidBody([{ field: null, message: `the body is nested deeper than ${maxDepth} levels` }]);
  return body;
}

/** Refuses invalid UTF-8 instead of guessing characters: a voucher cannot be corrected. Source: RFC 8259, 8.1. */
function readUtf8(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidBody([{ field: null, message: "the body must be UTF-8" }]);
  }
}

function depthOf(value: unknown): number {
  let depth = 0;
  let level: unknown[] = [value];
  while (level.length > 0 && depth <= maxDepth + 1) {
    depth++;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return depth - 1;
}
