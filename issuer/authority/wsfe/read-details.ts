import type { AnswerKind, AuthorityMessage } from "../../../shared/domain/cae-outcome.js";
import { findElement, findInteger, findText, type XmlElement } from "../read-xml.js";
import { internalFailureCodes } from "./authority-codes.js";
import { describeMessages, readWsfeReply, type WsfeReply } from "./wsfe-reply.js";

/** Vouchers of one sequence that one call was about. */
export interface AskedNumbers {
  cuit: string;
  posNumber: number;
  voucherType: number;
  /** Consecutive, in the order of the request. */
  numbers: readonly number[];
}

/** Operation about several numbers, the element of its answer for each of them, and the word for one that was taken. */
interface DetailsForm {
  operation: string;
  item: string;
  taken: string;
}

/** Answer with one detail for each number in their order, or with errors and no detail at all. */
interface Details extends Omit<WsfeReply, "result"> {
  header: XmlElement | undefined;
  details: readonly XmlElement[];
}

/** Reads the answer to a call about several numbers; or tells why it is not believed: it is unreadable, or contradicts itself. */
export function readDetails(
  text: string,
  { operation, item, taken }: DetailsForm,
  asked: AskedNumbers,
): Details | { cause: string; heard: AnswerKind } {
  const reply = readWsfeReply(text, operation);
  if (!reply) return { cause: "unreadable answer", heard: "failure" };
  const { result, ...answered } = reply;
  const { errors } = answered;
  if (isInternalFailure(errors)) return { cause: describeMessages(errors), heard: "failure" };

  const header = findElement(result, "FeCabResp");
  if (result.children.has("FeCabResp") && !echoesHeader(header, asked))
    return contradiction("the answer is about another sequence");
  const verdict = findText(header, "Resultado");
  if (!result.children.get("FeDetResp")?.some(({ children }) => children.size > 0))
    return header && verdict !== "R"
      ? contradiction("an answer without details")
      : { header, details: [], ...answered };
  const details = findElement(result, "FeDetResp")?.children.get(item) ?? [];
  if (details.length !== asked.numbers.length || !details.every((one, at) => echoesNumber(one, asked.numbers[at])))
    return contradiction("the answer is about other numbers");
  if (verdict === undefined || verdict !== overallVerdict(details))
    return contradiction("header and details contradict each other");
  if (verdict === "A" && errors.length > 0) return contradiction(`${taken} with errors: ${describeMessages(errors)}`);
  return { header, details, ...answered };
}

const contradiction = (cause: string) => ({ cause, heard: "answer" as const });

export const isInternalFailure = (messages: readonly AuthorityMessage[]): boolean =>
  messages.some(({ code }) => internalFailureCodes.has(code));

export const isRefused = (detail: XmlElement): boolean => findText(detail, "Resultado") === "R";

function echoesHeader(header: XmlElement | undefined, asked: AskedNumbers): boolean {
  return (
    findInteger(header, "PtoVta") === asked.posNumber &&
    findInteger(header, "CbteTipo") === asked.voucherType &&
    (findText(header, "Cuit") ?? asked.cuit) === asked.cuit
  );
}

const echoesNumber = (detail: XmlElement, number: number | undefined): boolean =>
  findInteger(detail, "CbteDesde") === number && findInteger(detail, "CbteHasta") === number;

/** A: all were accepted. R: none. P: some. Undefined when a detail says neither A nor R. */
function overallVerdict(details: readonly XmlElement[]): string | undefined {
  const verdicts = new Set(details.map((detail) => findText(detail, "Resultado")));
  if (verdicts.size === 1) return verdicts.has("A") ? "A" : verdicts.has("R") ? "R" : undefined;
  return verdicts.size === 2 && verdicts.has("A") && verdicts.has("R") ? "P" : undefined;
}
