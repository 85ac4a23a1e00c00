import type { AuthorityMessage, AuthorityVoucher, ConsultOutcome } from "../../../shared/domain/cae-outcome.js";
import { isFiscalDate } from "../../../shared/domain/calendar.js";
import { readProcessTime } from "../argentine-time.js";
import { findElement, findInteger, findText, isSetApart, type XmlElement } from "../read-xml.js";
import type { Part } from "../xml.js";
import { internalFailureCodes, nothingFoundCode, ticketCodes } from "./authority-codes.js";
import { toContent, type VoucherContent } from "./content.js";
import { describeMessages, readMessages, readWsfeReply } from "./wsfe-reply.js";

export interface AskedVoucher {
  posNumber: number;
  voucherType: number;
  number: number;
}

export type TicketRefusal = { outcome: "ticket"; reasons: AuthorityMessage[] };

/**
 * Reads the answer to FECompConsultar. "absent" only when the authority says exactly that. Never throws.
 * Source: issuer/README.md, section 3; issuer/authority/README.md, sections 2.5 and 2.8.
 */
export function readConsultReply(text: string, asked: AskedVoucher): ConsultOutcome | TicketRefusal {
  const reply = readWsfeReply(text, "FECompConsultar");
  if (!reply) return { outcome: "unknown", cause: "unreadable answer", heard: "failure" };
  const { result, errors } = reply;
  const hasVoucher = result.children.has("ResultGet");
  if (errors.length > 0) {
    if (!hasVoucher && errors.every(({ code }) => code === nothingFoundCode)) return { outcome: "absent" };
    if (errors.every(({ code }) => ticketCodes.has(code))) return { outcome: "ticket", reasons: errors };
    const isInternal = errors.some(({ code }) => internalFailureCodes.has(code));
    return { outcome: "unknown", cause: describeMessages(errors), heard: isInternal ? "failure" : "answer" };
  }
  const found = findElement(result, "ResultGet");
  const voucher = found && readVoucher(found, asked);
  return voucher ? { outcome: "found", voucher } : { outcome: "unknown", cause: "unreadable voucher", heard: "answer" };
}

/** A lot covers several numbers. It counts as found when they include the asked one. */
function readVoucher(found: XmlElement, asked: AskedVoucher): AuthorityVoucher | undefined {
  const numberFrom = findInteger(found, "CbteDesde") ?? Number.POSITIVE_INFINITY;
  const numberTo = findInteger(found, "CbteHasta") ?? 0;
  const isAsked =
    numberFrom <= asked.number &&
    asked.number <= numberTo &&
    findInteger(found, "PtoVta") === asked.posNumber &&
    findInteger(found, "CbteTipo") === asked.voucherType;
  const cae = findText(found, "CodAutorizacion") ?? "";
  const caeExpirationDate = findText(found, "FchVto") ?? "";
  const voucherDate = findText(found, "CbteFch") ?? "";
  const processedAtMs = readProcessTime(findText(found, "FchProceso") ?? "") ?? null;
  const observations = readMessages(found, "Observaciones", "Obs");
  if (!isAsked || findText(found, "Resultado") !== "A" || !/^\d{14}$/.test(cae)) return undefined;
  if (!isFiscalDate(caeExpirationDate) || !isFiscalDate(voucherDate)) return undefined;
  if (!observations) return undefined;
  const content = readContent(found);
  return { content, numberTo, cae, caeExpirationDate, voucherDate, processedAtMs, observations };
}

/** The elements about the authorization. All others are content. */
const authorizationElements = new Set(
  "Resultado CodAutorizacion EmisionTipo FchVto FchProceso Observaciones PtoVta CbteTipo".split(" "),
);

function readContent(found: XmlElement): VoucherContent {
  const parts = toParts(found).filter(([name]) => !authorizationElements.has(name));
  const emission = findText(found, "EmisionTipo") ?? "CAE";
  // We always request a CAE for each voucher, so a voucher under a CAEA is foreign, with any content.
  return toContent(emission === "CAE" ? parts : [...parts, ["EmisionTipo", emission]]);
}

const toParts = (element: XmlElement): Part[] =>
  [...element.children]
    .filter(([name]) => !isSetApart(name))
    .flatMap(([name, elements]) =>
      elements.map((one): Part => [name, one.children.size === 0 ? one.text : toParts(one)]),
    );
