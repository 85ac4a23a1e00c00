import { beginningOf } from "../../../shared/domain/clean-text.js";
import type { EnvironmentEndpoints } from "../endpoints.js";
import { findElement, findText, readUnqualified, type XmlElement } from "../read-xml.js";
import { personRegistryService, taxRegistryService } from "../services.js";
import type { Exchange, Transport } from "../transport.js";
import { isDown, type TicketRejection } from "../wsaa/ask-with-ticket.js";
import type { Credentials } from "../wsaa/credentials.js";
import type { TicketUnavailability } from "../wsaa/unavailable.js";
import type { Ticket } from "../wsaa/wsaa.js";
import { writeXml } from "../xml.js";
import { readName } from "./registry-identity.js";

/** Registry of the authority. A5 has the taxes of all taxpayers; A13 has all people, without taxes. */
export interface Registry {
  service: string;
  namespace: string;
  urlOf: (endpoints: EnvironmentEndpoints) => string;
}

export const registryA5: Registry = {
  service: taxRegistryService,
  namespace: "http://a5.soap.ws.server.puc.sr/",
  urlOf: ({ padronA5Url }) => padronA5Url,
};

export const registryA13: Registry = {
  service: personRegistryService,
  namespace: "http://a13.soap.ws.server.puc.sr/",
  urlOf: ({ padronA13Url }) => padronA13Url,
};

export type LookUpOutcome =
  | { outcome: "found"; person: XmlElement }
  | { outcome: "absent" }
  /** The person exists, but the tax id is no longer in use. A13 gives no more data. */
  | { outcome: "inactive" }
  | TicketUnavailability;

/**
 * Looks one person up, once. Uses SOAP 1.1; only the wrapper element has a namespace.
 * Source: issuer/authority/README.md, sections 6.1 and 6.2.
 */
export async function lookUp(
  transport: Pick<Transport, "post">,
  url: string,
  registry: Registry,
  operation: string,
  { cuit }: Credentials,
  { token, sign }: Ticket,
  taxId: string,
): Promise<LookUpOutcome | TicketRejection> {
  const content = writeXml([
    ["token", token],
    ["sign", sign],
    ["cuitRepresentada", cuit],
    ["idPersona", taxId],
  ]);
  const body =
    `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:p="${registry.namespace}">` +
    `<soapenv:Header/><soapenv:Body><p:${operation}>${content}</p:${operation}></soapenv:Body></soapenv:Envelope>`;
  const headers = { "content-type": "text/xml; charset=utf-8", SOAPAction: '""' };
  return readLookUp(await transport.post(url, { operation, body, headers }), registry, operation);
}

/**
 * Reads the answer. An unreadable one is "unavailable". "Not found" and the like come as faults with HTTP 500.
 * Source: issuer/authority/README.md, section 6.4.
 */
export function readLookUp(
  exchange: Exchange,
  { service, namespace }: Pick<Registry, "service" | "namespace">,
  operation: string,
): LookUpOutcome | TicketRejection {
  if (!exchange.sent) return isDown(service, exchange.cause);
  if (exchange.failed !== undefined) return isDown(service, exchange.failed);
  const body = findElement(readUnqualified(exchange.text, namespace), "Envelope", "Body");
  const fault = findElement(body, "Fault");
  if (fault) return readFault(findText(fault, "faultstring") ?? "", service);

  const person = findElement(body, `${operation}Response`, "personaReturn");
  if (exchange.status !== 200 || !person) return isDown(service, `HTTP ${exchange.status} without a person`);
  return isAbsent(person) ? { outcome: "absent" } : { outcome: "found", person };
}

/**
 * The errors of the operation for lists of people may appear in an answer too. A person with a name exists, whatever else its errors
 * call nonexistent, such as its address.
 */
function isAbsent(person: XmlElement): boolean {
  const block = findElement(person, "errorConstancia");
  if (person.children.has("datosGenerales") || readName(block) !== null) return false;
  return (block?.children.get("error") ?? []).some(({ text }) => absentText.test(text));
}

const absentText = /no existe persona|inexistente/i;

/** Reads a fault by its text, as there are no codes. Check for the ticket first: its errors must not read as "not found". */
function readFault(text: string, service: string): LookUpOutcome | TicketRejection {
  if (/\btoken\b|\bsign\b|<sign>/i.test(text)) return { outcome: "ticketRejected", cause: beginningOf(text, 200) };
  if (absentText.test(text)) return { outcome: "absent" };
  if (/se encuentra inactiva/i.test(text)) return { outcome: "inactive" };
  return isDown(service, `fault: ${beginningOf(text, 200)}`);
}
