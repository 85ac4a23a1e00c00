import type { Context } from "hono";
import type { z } from "zod";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { Steps } from "../../shared/domain/steps.js";
import type { ApiEnv } from "../http/env.js";
import type { FieldFault } from "../http/errors.js";
import { fieldsWithFault } from "../http/field.js";
import { type IgnoredInput, ignore } from "../http/handling.js";
import { inTurns } from "../parsing/in-turns.js";
import { acceptBody } from "../parsing/read-body.js";
import { type Issuer, selectFce } from "../schemas/asked-fce.js";
import { type CheckedIssuance, checkingIssuance } from "../schemas/check-issuance.js";
import { type AskedNote, checkingNote } from "../schemas/check-note.js";
import { issuanceRequestShape } from "../schemas/issuance-request.js";
import { noteShapes } from "../schemas/note-request.js";
import { findOddRates } from "../schemas/odd-rates.js";

/**
 * The issuance that a body asks for, with its amounts. What is ignored of the request is said. One of a thousand lines lets others go on.
 * @throws ApiError 400 naming every faulty field, and what was ignored when handling is strict
 */
export const acceptIssuance = (c: Context<ApiEnv>, given: unknown, issuer: Issuer): Promise<AcceptedIssuance> =>
  accept(c, { ...selectFce(given), oddRates: findOddRates(given) }, issuanceRequestShape, (body) =>
    checkingIssuance(body, issuer),
  );

/** The note that a body asks for, of this original. @throws ApiError as `acceptIssuance` */
export const acceptNote = (c: Context<ApiEnv>, given: unknown, asked: AskedNote): Promise<AcceptedIssuance> =>
  accept(
    c,
    { ...selectFce(given, asked.voucherType), oddRates: findOddRates(given, asked.voucherType) },
    noteShapes[asked.kind],
    (body) => checkingNote(body, asked),
  );

type AcceptedIssuance = CheckedIssuance & { ok: true };

async function accept(
  c: Context<ApiEnv>,
  { body: given, ignored, oddRates }: ReturnType<typeof selectFce> & { oddRates: Iterable<IgnoredInput> },
  shape: z.ZodType,
  check: (body: unknown) => Steps<CheckedIssuance>,
): Promise<AcceptedIssuance> {
  ignore(c.get("handling"), ignored);
  ignore(c.get("handling"), oddRates);
  const { body, fault } = withKeyOfHeader(given, c.req.header("idempotency-key"));
  const checked = await inTurns(check(body));
  const faults = checked.ok ? [] : checked.faults;
  if (fault && !fieldsWithFault(faults).has("idempotency")) faults.push(fault);
  const judged = checked.ok && !fault ? { ok: true as const, body: checked } : { ok: false as const, faults };
  return acceptBody(c, shape, body, judged);
}

const otherKey: LocalizedText = {
  en: "is another key than the header Idempotency-Key",
  es: "Es otra clave que la del encabezado Idempotency-Key.",
  app: "El formulario llegó con dos claves distintas: volvé a abrirlo.",
};

/** A header `Idempotency-Key` is the key when the body has none. Source: api/README.md, "Idempotency". */
function withKeyOfHeader(body: unknown, header = ""): { body: unknown; fault?: FieldFault } {
  // It may be quoted, as draft-ietf-httpapi-idempotency-key-header has it.
  const idempotency = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (idempotency === "" || typeof body !== "object" || body === null || Array.isArray(body)) return { body };
  const { idempotency: sent } = body as { idempotency?: unknown };
  if (sent === undefined || sent === null) return { body: { ...body, idempotency } };
  if (sent === idempotency) return { body };
  return { body, fault: { field: "idempotency", message: otherKey } };
}
