import { beginningOf } from "../../../shared/domain/clean-text.js";
import { findElement, findInteger, findText, readXml, type XmlElement } from "../read-xml.js";

/** An announcement of the authority. It is no result: it never changes what becomes of a voucher. */
export interface AuthorityNotice {
  code: number;
  message: string;
}

/** So many of one answer are kept; the authority has one or two in force. */
const maxOfAnswer = 20;
const longestMessage = 4_000;
const maxCode = 999_999_999;

/**
 * The `Events` of an answer. Code 0 says that there is none. Whatever cannot be read is left out. Never throws.
 * Source: issuer/authority/README.md, sections 2.8 and 16.4.
 */
export function readNotices(text: string, operation: string): AuthorityNotice[] {
  // Most answers have none, and are not read a second time.
  if (!text.includes("Events>")) return [];
  const body = findElement(findElement(readXml(text), "Envelope"), "Body");
  const result = findElement(findElement(body, `${operation}Response`), `${operation}Result`);
  const events = findElement(result, "Events")?.children.get("Evt") ?? [];
  return events.slice(0, maxOfAnswer).flatMap(readNotice);
}

function readNotice(event: XmlElement): AuthorityNotice[] {
  const code = findInteger(event, "Code");
  const message = beginningOf((findText(event, "Msg") ?? "").replaceAll("\u0000", "").trim(), longestMessage);
  return code === undefined || code === 0 || code > maxCode || message === "" ? [] : [{ code, message }];
}
