import type { AuthorityMessage } from "../../../shared/domain/cae-outcome.js";
import { beginningOf } from "../../../shared/domain/clean-text.js";
import { readInstant } from "../argentine-time.js";
import { findElement, findText, isApart, readXml, setApart, soapNamespace, type XmlElement } from "../read-xml.js";
import { contractNames } from "./contract-names.js";

export const wsfeNamespace = "http://ar.gov.afip.dif.FEV1/";
const ownNamespaces: ReadonlySet<string> = new Set([wsfeNamespace]);

export interface WsfeReply {
  result: XmlElement;
  errors: AuthorityMessage[];
  /** The time of the answer by the authority's clock, in milliseconds since 1970. */
  answeredAtMs: number | undefined;
}

/**
 * Reads the answer of an operation. Undefined unless envelope, result and errors are readable and in the expected namespaces. What
 * another namespace adds does not matter, unless it bears a name of the contract: then nobody can say which of the two counts.
 * Never throws.
 */
export function readWsfeReply(text: string, operation: string): WsfeReply | undefined {
  const envelope = findElement(readXml(text), "Envelope");
  const body = findElement(envelope, "Body");
  const response = findOwn(body, `${operation}Response`);
  if (envelope?.namespace !== soapNamespace || body?.namespace !== soapNamespace) return undefined;
  if (!response || isApart(contractNames, response)) return undefined;
  const result = findElement(response, `${operation}Result`);
  const errors = result && readMessages(result, "Errors", "Err");
  if (!result || !errors) return undefined;
  const fecha = findText(findOwn(findElement(envelope, "Header"), "FEHeaderInfo"), "fecha");
  return { result, errors, answeredAtMs: fecha === undefined ? undefined : readInstant(fecha) };
}

/** The only element of this name, if it is the service's. */
function findOwn(from: XmlElement | undefined, name: string): XmlElement | undefined {
  const found = findElement(from, name);
  return found?.namespace === wsfeNamespace ? setApart(ownNamespaces, found) : undefined;
}

/** The messages of a container. Empty when it is missing, undefined when a message cannot be read. */
export function readMessages(from: XmlElement, container: string, item: string): AuthorityMessage[] | undefined {
  if (!from.children.has(container)) return [];
  const element = findElement(from, container);
  if (element?.text.trim() !== "") return undefined;
  if ([...element.children.keys()].some((name) => name !== item)) return undefined;
  const messages = (element.children.get(item) ?? []).map(readMessage);
  return messages.every((message) => message !== undefined) ? messages : undefined;
}

function readMessage(item: XmlElement): AuthorityMessage | undefined {
  const code = findText(item, "Code");
  if (code === undefined || !/^\d{1,6}$/.test(code)) return undefined;
  return { code: Number(code), msg: findText(item, "Msg") ?? "" };
}

export const describeMessages = (messages: readonly AuthorityMessage[]): string =>
  messages.map(({ code, msg }) => `(${code}) ${beginningOf(msg, 200)}`.trim()).join("; ");
