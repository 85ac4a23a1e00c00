import type { Context } from "hono";
import type { z } from "zod";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { ApiEnv } from "../http/env.js";
import { invalidBody } from "../http/errors.js";
import { findRefusal, ignore } from "../http/handling.js";
import { type JudgedBody, judgeBody } from "../schemas/check-body.js";
import { findUnknownProperties } from "../schemas/unknown-properties.js";
import { unknownBut } from "./read-query.js";
import { readUtf8 } from "./read-utf8.js";

/** The deepest nesting that is accepted. */
const maxDepth = 32;

const noJson: LocalizedText = {
  en: "the body must be JSON: send Content-Type: application/json",
  es: "Los datos tienen que ser JSON: enviá Content-Type: application/json.",
  app: "No llegaron los datos del formulario: volvé a enviarlo.",
};
const malformed: LocalizedText = {
  en: "the body is not well-formed JSON",
  es: "Los datos llegaron dañados: no son JSON bien formado.",
  app: "Los datos llegaron dañados: volvé a enviarlos.",
};
const tooDeep: LocalizedText = {
  en: `the body is nested deeper than ${maxDepth} levels`,
  es: `Los datos tienen demasiados niveles: ${maxDepth} como mucho.`,
};
const noUtf8: LocalizedText = {
  en: "the body must be UTF-8",
  es: "Los datos tienen que estar en UTF-8.",
  app: "Los datos tienen caracteres dañados: volvé a escribirlos.",
};

export const isJson = (contentType: string): boolean => /^application\/json\s*(;|$)/i.test(contentType);

/** A request's body, checked with its schema. What is ignored of it is said. @throws ApiError 400 naming every faulty field */
export async function readBody<T extends z.ZodType>(c: Context<ApiEnv>, schema: T): Promise<z.output<T>> {
  const body = await readJsonBody(c);
  return acceptBody(c, schema, body, judgeBody(schema, body));
}

/**
 * The body that was judged. What its schema does not know is said, and so is every parameter of the query.
 * @throws ApiError 400 naming every faulty field, and what was ignored when handling is strict
 */
export function acceptBody<Body>(c: Context<ApiEnv>, schema: z.ZodType, body: unknown, judged: JudgedBody<Body>): Body {
  const handling = c.get("handling");
  if (c.req.url.includes("?")) ignore(handling, unknownBut()(new URL(c.req.url).searchParams));
  ignore(handling, findUnknownProperties(schema, body));
  const refusal = findRefusal(handling, judged.ok ? [] : judged.faults);
  if (refusal || !judged.ok) throw refusal;
  return judged.body;
}

/** A request's JSON body. A fault of the whole body has `field: null`. Source: api/README.md, "Shapes of details by code". */
export async function readJsonBody(c: Context): Promise<unknown> {
  if (!isJson(c.req.header("content-type") ?? "")) throw invalidBody([{ field: null, message: noJson }]);
  // A voucher cannot be corrected. Source: RFC 8259, 8.1.
  const text = readUtf8(await c.req.arrayBuffer());
  // Hono keeps the bytes as long as the request lives. A sale that waits for its turn needs what was judged of them alone.
  c.req.bodyCache = {};
  if (text === undefined) throw invalidBody([{ field: null, message: noUtf8 }]);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalidBody([{ field: null, message: malformed }]);
  }
  if (isDeeper(body, maxDepth)) throw invalidBody([{ field: null, message: tooDeep }]);
  return body;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  for (const each of Object.values(value)) if (levels === 0 || isDeeper(each, levels - 1)) return true;
  return false;
}
