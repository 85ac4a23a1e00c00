import { beginningOf } from "../../../shared/domain/clean-text.js";
import { Decimal, formatAmount } from "../../../shared/domain/money.js";
import { findElement, findText, isApart, readUnqualified, type XmlElement } from "../read-xml.js";
import { creditInvoiceService } from "../services.js";
import type { Exchange } from "../transport.js";
import { isDown, type TicketRejection } from "../wsaa/ask-with-ticket.js";
import type { TicketUnavailability } from "../wsaa/unavailable.js";

/** Whether a receiver must get credit invoices, and from which total in pesos on: "1234.50", or null when it is not told. */
export interface Obligation {
  outcome: "fceObligation";
  required: boolean;
  minimumAmount: string | null;
}

export const fecredNamespace = "http://ar.gob.afip.wsfecred/FECredService/";

/** The registry answered and refused the question. */
export interface ObligationRefusal {
  outcome: "refused";
  cause: string;
}

/**
 * Reads the answer. An unreadable one is "unavailable": most faults arrive as a text that hides them.
 * Source: issuer/authority/README.md, section 12.5.
 */
export function readObligation(
  exchange: Exchange,
): Obligation | ObligationRefusal | TicketRejection | TicketUnavailability {
  if (!exchange.sent) return down(exchange.cause);
  if (exchange.failed !== undefined) return down(exchange.failed);
  const body = findElement(readUnqualified(exchange.text, fecredNamespace), "Envelope", "Body");
  const fault = findElement(body, "Fault");
  if (fault) return readFault(findText(fault, "faultstring") ?? "");

  const answer = findElement(body, "consultarMontoObligadoRecepcionResponse", "consultarMontoObligadoRecepcionReturn");
  if (exchange.status !== 200 || !answer || isApart(contractNames, answer))
    return down(`HTTP ${exchange.status} without an answer`);
  return readErrors(answer) ?? readAnswer(answer);
}

/** The schema's name, and the manual's. */
const fields = ["obligado", "respuesta"];
/** Names that are read of an answer: an element of another namespace under one of these leaves open which of the two counts. */
const contractNames: ReadonlySet<string> = new Set([
  ...fields,
  "montoDesde",
  "arrayObservacion",
  "arrayErrores",
  "arrayErroresFormato",
  "codigo",
  "descripcion",
]);
const nothingFound = "32767";

function readAnswer(answer: XmlElement): Obligation | TicketUnavailability {
  const told = fields.flatMap((name) => (answer.children.has(name) ? [findText(answer, name)] : []));
  const [required] = told;
  const isNotFound = required === undefined && readMessages(answer, "arrayObservacion").some(isNothingFound);
  if (told.length > 1 || (required !== "S" && required !== "N" && !isNotFound))
    return down("it does not say whether the receiver must get credit invoices");
  if (required !== "S") return { outcome: "fceObligation", required: false, minimumAmount: null };
  const amount = findText(answer, "montoDesde");
  if (amount === undefined && !answer.children.has("montoDesde"))
    return { outcome: "fceObligation", required: true, minimumAmount: null };
  if (amount === undefined || !/^\d{1,13}(\.\d{1,2})?$/.test(amount)) return down("the amount cannot be read");
  return { outcome: "fceObligation", required: true, minimumAmount: formatAmount(new Decimal(amount)) };
}

/** Reads the registry's refusal. Its own failure is no refusal. */
function readErrors(answer: XmlElement): ObligationRefusal | TicketUnavailability | undefined {
  const names = ["arrayErrores", "arrayErroresFormato"];
  if (!names.some((name) => answer.children.has(name))) return undefined;
  const errors = names.flatMap((name) => readMessages(answer, name));
  const cause = beginningOf(errors.map(({ code, text }) => `${code}: ${text}`).join("; "), longestCause);
  return errors.length === 0 || errors.some(({ code }) => code === internalError)
    ? down(cause || "errors without a code")
    : { outcome: "refused", cause };
}

const internalError = "10000";
const longestCause = 200;

interface FecredMessage {
  code: string;
  text: string;
}

const readMessages = (answer: XmlElement, list: string): FecredMessage[] =>
  [...(findElement(answer, list)?.children.values() ?? [])].flatMap((elements) =>
    elements.flatMap((element) => {
      const code = findText(element, "codigo");
      return code === undefined ? [] : [{ code, text: findText(element, "descripcion") ?? "" }];
    }),
  );

const isNothingFound = ({ code }: FecredMessage) => code === nothingFound;

/** Faults have a code in brackets. Those of the business layer concern the company, all others about tickets the ticket. */
function readFault(text: string): TicketRejection | TicketUnavailability {
  const cause = beginningOf(text, longestCause);
  if (/common_business_/i.test(text))
    return { outcome: "unavailable", cause, permanent: true, kind: "request", service: creditInvoiceService };
  if (/wscommon_|\btoken\b|\bsign\b|\bfirma\b|representa/i.test(text)) return { outcome: "ticketRejected", cause };
  return down(`fault: ${cause}`);
}

const down = (cause: string): TicketUnavailability => isDown(creditInvoiceService, cause);
