import type { NoteOf } from "../../shared/db/issuing/credits.js";
import { type Amounts, computingAmounts } from "../../shared/domain/amounts.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { Decimal } from "../../shared/domain/money.js";
import { atOnce, type Steps } from "../../shared/domain/steps.js";
import type { FieldFault } from "../http/errors.js";
import { fieldsWithFault, writeField } from "../http/field.js";
import { ordinaryIssuer, toTerms } from "./asked-fce.js";
import { isJsonObject, noObject } from "./check-body.js";
import { findConditionFaults, findFarDates } from "./condition-faults.js";
import { toFaults } from "./faults.js";
import { issuanceRequestShape } from "./issuance-request.js";

/** Amounts have 13 digits before the point at the authority. Source: issuer/authority/README.md, section 4.2. */
const maxAmount = new Decimal("9999999999999.99");

export type CheckedIssuance =
  | { ok: true; body: IssuanceRequest; amounts: Amounts; noteOf?: NoteOf }
  | { ok: false; faults: FieldFault[] };

/** All checks that need only the body and its company: its shape, the conditions between fields, and the total. */
export const checkIssuance = (raw: unknown, issuer = ordinaryIssuer): CheckedIssuance =>
  atOnce(checkingIssuance(raw, issuer));

/** Runs the checks of `checkIssuance` in steps. */
export function* checkingIssuance(raw: unknown, issuer = ordinaryIssuer): Steps<CheckedIssuance> {
  if (!isJsonObject(raw)) {
    return { ok: false, faults: [{ field: null, message: noObject }] };
  }
  const shaped = issuanceRequestShape.safeParse(raw, { reportInput: true });
  yield;
  const faults = shaped.success ? [] : toFaults(shaped.error.issues);
  const given = raw as Record<string, unknown>;
  const known = fieldsWithFault(faults);
  for (const fault of [...findConditionFaults(raw, issuer), ...findFarDates(given, given.voucherDate)])
    if (!known.has(fault.field && writeField(fault.field))) faults.push(fault);
  if (!shaped.success || faults.length > 0) return { ok: false, faults };

  const body = { ...shaped.data, fce: toTerms(shaped.data.voucherType, shaped.data.fce, issuer.fce) };
  yield;
  return checkTotal(body, yield* computingAmounts(body));
}

const totalTooLarge: LocalizedText = {
  en: "the total must not have more than 13 digits before the point",
  es: "El total es demasiado grande: ARCA acepta hasta 13 dígitos de pesos.",
};

/** The last check of a body: what it comes to. */
export function checkTotal(body: IssuanceRequest, amounts: Amounts): CheckedIssuance {
  if (new Decimal(amounts.total).gt(maxAmount)) {
    return {
      ok: false,
      faults: [{ field: "items", message: totalTooLarge }],
    };
  }
  return { ok: true, body, amounts };
}
