import { findElement, findInteger, findText } from "../read-xml.js";
import { issuanceService } from "../services.js";
import { isDown } from "../wsaa/ask-with-ticket.js";
import type { Credentials } from "../wsaa/credentials.js";
import type { TicketUnavailability } from "../wsaa/unavailable.js";
import { type CaeaRefusal, refusalOf } from "./caea-refusal.js";
import type { AuthorityOptions } from "./client.js";
import { queryWsfe } from "./wsfe-query.js";

/** A point of sale that used a code for no voucher. */
export interface UnusedPoint {
  code: string;
  posNumber: number;
}

/**
 * Outcome of a declaration that a point of sale used a code for no voucher. Whatever was not positively read is "unavailable": then it may
 * have been taken. Source: issuer/authority/README.md, sections 13.3 to 13.5.
 */
export type UnusedOutcome = { outcome: "declared" } | CaeaRefusal | TicketUnavailability;

/** Says that the point of sale was declared before. */
const declaredCode = 1209;
/** Says, to a look-up, that the point of sale was not declared. */
const undeclaredCode = 10102;

/** Declares it. Declared again, nothing changes. Never rejects. */
export async function declareUnused(
  authority: AuthorityOptions,
  credentials: Credentials,
  { code, posNumber }: UnusedPoint,
): Promise<UnusedOutcome> {
  const operation = "FECAEASinMovimientoInformar";
  const answer = await queryWsfe(authority, credentials, operation, [
    ["PtoVta", String(posNumber)],
    ["CAEA", code],
  ]);
  if (answer.outcome === "unavailable") return answer;
  if (answer.outcome === "refused") {
    const isDone = answer.reasons.every((reason) => reason.code === declaredCode);
    return isDone ? { outcome: "declared" } : refusalOf(answer.reasons);
  }
  const { result } = answer;
  const isTaken =
    findText(result, "Resultado") === "A" &&
    findText(result, "CAEA") === code &&
    findInteger(result, "PtoVta") === posNumber;
  return isTaken ? { outcome: "declared" } : isDown(issuanceService, `${operation} gave no result that can be read`);
}

/** Looks up whether it was declared: "none" when it was not. Never rejects. */
export async function findUnused(
  authority: AuthorityOptions,
  credentials: Credentials,
  { code, posNumber }: UnusedPoint,
): Promise<UnusedOutcome | { outcome: "none" }> {
  const operation = "FECAEASinMovimientoConsultar";
  const answer = await queryWsfe(authority, credentials, operation, [
    ["CAEA", code],
    ["PtoVta", String(posNumber)],
  ]);
  if (answer.outcome === "unavailable") return answer;
  if (answer.outcome === "refused") {
    const isNone = answer.reasons.every((reason) => reason.code === undeclaredCode);
    return isNone ? { outcome: "none" } : refusalOf(answer.reasons);
  }
  const rows = findElement(answer.result, "ResultGet")?.children.get("FECAEASinMov") ?? [];
  const isFound = rows.some((row) => findText(row, "CAEA") === code && findInteger(row, "PtoVta") === posNumber);
  return isFound ? { outcome: "declared" } : isDown(issuanceService, `${operation} gave no row that can be read`);
}
