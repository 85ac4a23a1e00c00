import type { LastNumberOutcome } from "../../../shared/domain/cae-outcome.js";
import { issuanceProblem } from "../problem.js";
import { findInteger } from "../read-xml.js";
import { entitlementCodes, internalFailureCodes, ticketCodes } from "./authority-codes.js";
import type { TicketRefusal } from "./consult-reply.js";
import { describeMessages, readWsfeReply } from "./wsfe-reply.js";

/**
 * Reads the answer to FECompUltimoAutorizado. An answer with errors also has the number 0, which means nothing. Never throws.
 * Source: issuer/authority/README.md, section 2.5.
 */
export function readLastNumberReply(
  text: string,
  asked: { posNumber: number; voucherType: number },
): LastNumberOutcome | TicketRefusal {
  const reply = readWsfeReply(text, "FECompUltimoAutorizado");
  if (!reply)
    return { outcome: "unknown", cause: "unreadable answer", permanent: false, reasons: [], heard: "failure" };
  const { result, errors, answeredAtMs } = reply;
  if (errors.length > 0) {
    if (errors.every(({ code }) => ticketCodes.has(code))) return { outcome: "ticket", reasons: errors };
    const cause = describeMessages(errors);
    const permanent = errors.every(({ code }) => entitlementCodes.has(code));
    const isInternal = errors.some(({ code }) => internalFailureCodes.has(code));
    if (permanent || isInternal)
      return { outcome: "unknown", cause, permanent, reasons: errors, heard: isInternal ? "failure" : "answer" };
    return { ...unusable(cause), reasons: errors };
  }
  const number = findInteger(result, "CbteNro");
  const isSameSequence =
    findInteger(result, "PtoVta") === asked.posNumber && findInteger(result, "CbteTipo") === asked.voucherType;
  if (number === undefined || !isSameSequence) {
    return unusable("the answer is about another sequence");
  }
  return { outcome: "known", number, authorityTimeMs: answeredAtMs ?? null };
}

/** The authority answered, but did not give the last number. */
const unusable = (cause: string) => ({
  outcome: "unknown" as const,
  cause,
  permanent: false,
  reasons: [],
  problem: issuanceProblem("numbering", cause),
  heard: "answer" as const,
});
