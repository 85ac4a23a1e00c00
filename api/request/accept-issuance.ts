import type { Context } from "hono";
import type { ApiEnv } from "../environment.js";
import type { FieldFault } from "../errors.js";
import { type CheckedIssuance, checkIssuance } from "../schemas/check-issuance.js";
import { issuanceRequestShape } from "../schemas/issuance-request.js";
import { acceptBody } from "./read-body.js";

/**
 * The issuance that a body asks for, with its amounts. What is ignored of the request is said.
 * @throws ApiError 400 naming every faulty field, and what was ignored when handling is strict
 */
export function acceptIssuance(c: Context<ApiEnv>, given: unknown): CheckedIssuance & { ok: true } {
  const { body, fault } = withKeyOfHeader(given, c.req.header("idempotency-key"));
  const checked = checkIssuance(body);
  const faults = checked.ok ? [] : checked.faults;
  if (fault && !faults.some(({ field }) => field === fault.field)) faults.push(fault);
  const judged = checked.ok && !fault ? { ok: true as const, body: checked } : { ok: false as const, faults };
  return acceptBody(c, issuanceRequestShape, body, judged);
}

/** A header `Idempotency-Key` is the key when the body has none. Source: api/README.md, "Idempotency". */
function withKeyOfHeader(body: unknown, header = ""): { body: unknown; fault?: FieldFault } {
  // It may be quoted, as draft-ietf-httpapi-idempotency-key-header has it.
  const idempotency = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (idempotency === "" || typeof body !== "object" || body === null || Array.isArray(body)) return { body };
  const { idempotency: sent } = body as { idempotency?: unknown };
  if (sent === undefined || sent === null) return { body: { ...body, idempotency } };
  if (sent === idempotency) return { body };
  return { body, fault: { field: "idempotency", message: "is another key than the header Idempotency-Key" } };
}
