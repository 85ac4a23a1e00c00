import type { AuthorityMessage } from "../../../shared/domain/cae-outcome.js";
import { isFiscalDate } from "../../../shared/domain/calendar.js";
import type { Fortnight } from "../../../shared/domain/fortnight.js";
import { findElement, findInteger, findText, type XmlElement } from "../read-xml.js";
import { issuanceService } from "../services.js";
import { isDown } from "../wsaa/ask-with-ticket.js";
import type { Credentials } from "../wsaa/credentials.js";
import type { TicketUnavailability } from "../wsaa/unavailable.js";
import { nothingFoundCode } from "./authority-codes.js";
import { type CaeaRefusal, refusalOf } from "./caea-refusal.js";
import type { AuthorityOptions } from "./client.js";
import { queryWsfe } from "./wsfe-query.js";
import { readMessages } from "./wsfe-reply.js";

/**
 * Outcome of a call about the code of a fortnight (CAEA). Whatever was not positively read is "unavailable": then a request may have been
 * granted. Source: issuer/authority/README.md, sections 13.3 to 13.5.
 *
 * - exists: a request for a code that was granted before. Look it up.
 * - none: a look-up, and no code was granted.
 */
export type CodeOutcome =
  /** `reportBy` is the last day to report its vouchers, `YYYYMMDD`. */
  | { outcome: "granted"; code: string; reportBy: string; remarks: AuthorityMessage[] }
  | { outcome: "exists"; reasons: AuthorityMessage[] }
  | { outcome: "none"; reasons: AuthorityMessage[] }
  | CaeaRefusal
  | TicketUnavailability;

/** There is a code of that fortnight already. */
const existsCode = 15008;

/** Asks for a fortnight's code. Asked again, it grants no second one. Never rejects. */
export const requestCode = (
  authority: AuthorityOptions,
  credentials: Credentials,
  fortnight: Fortnight,
): Promise<CodeOutcome> => ask(authority, credentials, "FECAEASolicitar", fortnight);

/** Looks up a fortnight's code. Never rejects. */
export const findCode = (
  authority: AuthorityOptions,
  credentials: Credentials,
  fortnight: Fortnight,
): Promise<CodeOutcome> => ask(authority, credentials, "FECAEAConsultar", fortnight);

async function ask(
  authority: AuthorityOptions,
  credentials: Credentials,
  operation: "FECAEASolicitar" | "FECAEAConsultar",
  asked: Fortnight,
): Promise<CodeOutcome> {
  const answer = await queryWsfe(authority, credentials, operation, [
    ["Periodo", String(asked.period)],
    ["Orden", String(asked.fortnight)],
  ]);
  if (answer.outcome === "unavailable") return answer;
  if (answer.outcome === "answer")
    return readCode(answer.result, asked) ?? isDown(issuanceService, `${operation} gave no code that can be read`);
  const { reasons } = answer;
  if (reasons.every(({ code }) => code === existsCode)) return { outcome: "exists", reasons };
  if (reasons.every(({ code }) => code === nothingFoundCode)) return { outcome: "none", reasons };
  return refusalOf(reasons);
}

/** The code that the answer tells. Undefined unless it is of this fortnight and whole. */
function readCode(result: XmlElement, asked: Fortnight): CodeOutcome | undefined {
  const told = findElement(result, "ResultGet");
  const code = findText(told, "CAEA") ?? "";
  const reportBy = findText(told, "FchTopeInf") ?? "";
  const isAsked =
    findInteger(told, "Periodo") === asked.period &&
    findInteger(told, "Orden") === asked.fortnight &&
    findText(told, "FchVigDesde") === asked.validFrom &&
    findText(told, "FchVigHasta") === asked.validTo;
  if (!told || !isAsked || !/^\d{14}$/.test(code) || !isFiscalDate(reportBy)) return undefined;
  // A remark that cannot be read takes nothing from the code.
  return { outcome: "granted", code, reportBy, remarks: readMessages(told, "Observaciones", "Obs") ?? [] };
}
