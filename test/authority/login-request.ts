import { isSameName } from "./distinguished-name.js";
import { LoginFault } from "./wsaa-fault.js";
import { childOf, MalformedXmlError, parseXml, textOf, type XmlElement } from "./xml-element.js";

const dayMs = 86_400_000;

const services = new Set([
  "wsfe",
  "wsfecred",
  "wsfex",
  "wsmtxca",
  "ws_sr_padron_a4",
  "ws_sr_padron_a5",
  "ws_sr_padron_a10",
  "ws_sr_padron_a13",
  "ws_sr_constancia_inscripcion",
]);

/** Epoch milliseconds; undefined when the text is no xsd:dateTime. A time without an offset is Argentine. */
function readTime(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.test(text)) return undefined;
  const time = Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}-03:00`);
  return Number.isNaN(time) ? undefined : time;
}

function parseTicketRequest(text: string): XmlElement {
  try {
    const root = parseXml(text);
    if (root.name === "loginTicketRequest") return root;
  } catch (error) {
    if (!(error instanceof MalformedXmlError)) throw error;
  }
  throw new LoginFault("xml.bad");
}

/**
 * Reads and checks a login ticket request (TRA). Gives the service that it asks for.
 * Source: issuer/authority/README.md, sections 1.2 and 1.5.
 * @throws LoginFault
 */
export function readLoginRequest(text: string, names: { source: string; destination: string }, now: Date): string {
  const root = parseTicketRequest(text);
  const header = childOf(root, "header");
  const service = textOf(root, "service");
  const generation = textOf(header, "generationTime");
  const expiration = textOf(header, "expirationTime");
  const uniqueId = textOf(header, "uniqueId") ?? "";
  if (!service || generation === undefined || expiration === undefined) throw new LoginFault("xml.bad");
  if (!/^\d{1,10}$/.test(uniqueId) || Number(uniqueId) > 4_294_967_295) throw new LoginFault("xml.bad");

  if (!["1.0", "1", undefined].includes(root.attributes.version)) throw new LoginFault("xml.version.notSupported");
  const source = textOf(header, "source");
  const destination = textOf(header, "destination");
  if (source !== undefined && !isSameName(source, names.source)) throw new LoginFault("xml.source.invalid");
  if (destination !== undefined && !isSameName(destination, names.destination))
    throw new LoginFault("xml.destination.invalid");

  const generatedAt = readTime(generation);
  const expiresAt = readTime(expiration);
  const nowMs = now.getTime();
  if (generatedAt === undefined || generatedAt > nowMs || generatedAt < nowMs - dayMs)
    throw new LoginFault("xml.generationTime.invalid");
  if (expiresAt === undefined || expiresAt > nowMs + dayMs) throw new LoginFault("xml.expirationTime.invalid");
  if (expiresAt <= nowMs) throw new LoginFault("xml.expirationTime.expired");
  if (!services.has(service)) throw new LoginFault("wsn.notFound");
  return service;
}
