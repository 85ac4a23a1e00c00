import { childOf, parseXml, type XmlElement } from "./xml-element.js";

const namespaces = {
  "1.1": "http://schemas.xmlsoap.org/soap/envelope/",
  "1.2": "http://www.w3.org/2003/05/soap-envelope",
} as const;

export type SoapVersion = keyof typeof namespaces;

export type SoapRequest = { version: SoapVersion; payload: XmlElement | undefined };

/**
 * Parses an envelope. The payload is the first element of its body.
 * @throws MalformedXmlError
 */
export function readEnvelope(text: string): SoapRequest {
  const envelope = parseXml(text);
  return {
    version: envelope.uri === namespaces["1.2"] ? "1.2" : "1.1",
    payload: childOf(envelope, "Body")?.children[0],
  };
}

export const soapNamespace = (version: SoapVersion): string => namespaces[version];

export const soapContentType = (version: SoapVersion): string =>
  version === "1.2" ? "application/soap+xml; charset=utf-8" : "text/xml; charset=utf-8";
