import type { AnswerKind, AuthorityMessage, CaeOutcome } from "../../../shared/domain/cae-outcome.js";
import { isFiscalDate } from "../../../shared/domain/calendar.js";
import { readProcessTime } from "../argentine-time.js";
import { findText, type XmlElement } from "../read-xml.js";
import { contentCodes, isRefusalCode, remarkCodes, staleCode, ticketCodes } from "./authority-codes.js";
import { type AskedNumbers, isInternalFailure, isRefused, readDetails } from "./read-details.js";
import { describeMessages, readMessages } from "./wsfe-reply.js";

/**
 * Reads the answer to FECAESolicitar. Gives one outcome per number, in their order. Never throws.
 * An unreadable or contradictory answer is "unknown". The numbers after the first refused one were not processed: they are
 * "refused" without reasons. Source: issuer/README.md, section 3; issuer/authority/README.md, sections 2.5 to 2.8.
 */
export function readCaeReply(text: string, asked: AskedNumbers): CaeOutcome[] {
  const forAll = (outcome: CaeOutcome) => asked.numbers.map(() => outcome);
  const reply = readDetails(text, form, asked);
  if ("cause" in reply) return forAll(unknown(reply.cause, reply.heard));
  const { header, details, errors, answeredAtMs } = reply;
  const authorityTimeMs = answeredAtMs ?? readProcessTime(findText(header, "FchProceso") ?? "") ?? null;
  if (details.length === 0) return forAll(readErrorsAlone(errors, authorityTimeMs));

  const firstRefused = details.findIndex(isRefused);
  const processed = firstRefused === -1 ? details : details.slice(0, firstRefused);
  if (details.some((detail, at) => at >= processed.length && !isPlainRefusal(detail))) {
    return forAll(unknown("an authorization code at or after a refusal"));
  }
  const today = findText(header, "FchProceso")?.slice(0, 8);
  return details.map((detail, at) => {
    if (!isRefused(detail)) return readApproval(detail, authorityTimeMs);
    return at === firstRefused
      ? readRefusal(detail, errors, { today, authorityTimeMs })
      : { outcome: "refused", reasons: [] };
  });
}

const form = { operation: "FECAESolicitar", item: "FECAEDetResponse", taken: "approved" };

const unknown = (cause: string, heard: AnswerKind = "answer"): CaeOutcome => ({ outcome: "unknown", cause, heard });

const isPlainRefusal = (detail: XmlElement): boolean => isRefused(detail) && !findText(detail, "CAE");

function readApproval(detail: XmlElement, authorityTimeMs: number | null): CaeOutcome {
  const cae = findText(detail, "CAE") ?? "";
  const caeExpirationDate = findText(detail, "CAEFchVto") ?? "";
  const observations = readMessages(detail, "Observaciones", "Obs");
  if (!/^\d{14}$/.test(cae) || !isFiscalDate(caeExpirationDate) || !observations) {
    return unknown("approved without a readable authorization code");
  }
  return { outcome: "approved", cae, caeExpirationDate, observations, authorityTimeMs };
}

/** When the authority answered: its day, and its time. */
interface AnswerTime {
  today: string | undefined;
  authorityTimeMs: number | null;
}

function readRefusal(
  detail: XmlElement,
  errors: AuthorityMessage[],
  { today, authorityTimeMs }: AnswerTime,
): CaeOutcome {
  const observations = readMessages(detail, "Observaciones", "Obs");
  if (!observations) return unknown("refused with unreadable reasons");
  const reasons = [...observations, ...errors];
  if (isInternalFailure(reasons)) return unknown(describeMessages(reasons), "failure");
  if (reasons.length === 0) return unknown("refused without a reason");
  if (errors.some(({ code }) => ticketCodes.has(code))) return { outcome: "ticket", reasons };
  if (errors.some(({ code }) => code === staleCode)) return { outcome: "stale", reasons, authorityTimeMs };

  const isFuture = today !== undefined && (findText(detail, "CbteFch") ?? "") > today;
  // As an observation, 10016 means a date outside the window. The window only moves forward, so a past date stays refused.
  const isAboutContent = ({ code }: AuthorityMessage) => contentCodes.has(code) || (code === staleCode && !isFuture);
  const judgesContent =
    reasons.some(isAboutContent) && reasons.every((reason) => isAboutContent(reason) || remarkCodes.has(reason.code));
  return { outcome: judgesContent ? "rejected" : "refused", reasons };
}

/** Errors without any detail never judge the content. */
function readErrorsAlone(errors: AuthorityMessage[], authorityTimeMs: number | null): CaeOutcome {
  if (errors.length === 0) return unknown("an empty answer");
  if (errors.some(({ code }) => ticketCodes.has(code))) return { outcome: "ticket", reasons: errors };
  if (!errors.every(({ code }) => isRefusalCode(code))) return unknown(describeMessages(errors));
  const isStale = errors.some(({ code }) => code === staleCode);
  return isStale ? { outcome: "stale", reasons: errors, authorityTimeMs } : { outcome: "refused", reasons: errors };
}
