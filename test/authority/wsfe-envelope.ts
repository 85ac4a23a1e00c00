import { toIsoTime } from "./argentine-time.js";
import type { HttpAnswer } from "./call.js";
import type { EnvironmentName } from "./environment.js";
import type { Finding } from "./rules/finding.js";
import { type SoapVersion, soapContentType, soapNamespace } from "./soap-envelope.js";
import { branch, escapeXml, leaves } from "./xml-text.js";

export const wsfeNamespace = "http://ar.gov.afip.dif.FEV1/";

const envelope = (version: SoapVersion, content: string) =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${soapNamespace(version)}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">${content}</soap:Envelope>`;

/** Source: issuer/authority/README.md, section 2.3. */
export function wsfeAnswer(
  version: SoapVersion,
  environment: EnvironmentName,
  now: Date,
  operation: string,
  result: string,
): HttpAnswer {
  const header = leaves({
    ambiente: environment === "production" ? "Produccion - Se2" : "HomologacionExterno - sr2",
    fecha: toIsoTime(now, 7),
    id: "7.0.0.42",
  });
  const body = branch(`${operation}Result`, result) || `<${operation}Result />`;
  return {
    status: 200,
    contentType: soapContentType(version),
    body: envelope(
      version,
      `<soap:Header><FEHeaderInfo xmlns="${wsfeNamespace}">${header}</FEHeaderInfo></soap:Header><soap:Body><${operation}Response xmlns="${wsfeNamespace}">${body}</${operation}Response></soap:Body>`,
    ),
  };
}

/** A fault of ASP.NET, HTTP 500. */
export function wsfeFault(version: SoapVersion, code: string, text: string): HttpAnswer {
  const fault =
    version === "1.2"
      ? `<soap:Code><soap:Value>soap:${code === "Client" ? "Sender" : code}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">${escapeXml(text)}</soap:Text></soap:Reason><soap:Detail />`
      : `<faultcode>soap:${code}</faultcode><faultstring>${escapeXml(text)}</faultstring><detail />`;
  return {
    status: 500,
    contentType: soapContentType(version),
    body: envelope(version, `<soap:Body><soap:Fault>${fault}</soap:Fault></soap:Body>`),
  };
}

const rows = (container: string, item: string, findings: { code: number | string; msg: string }[]) =>
  branch(container, findings.map(({ code, msg }) => branch(item, leaves({ Code: code, Msg: msg }))).join(""));

export const errorsXml = (findings: { code: number | string; msg: string }[]): string =>
  rows("Errors", "Err", findings);
export const eventsXml = (events: { code: number; msg: string }[]): string => rows("Events", "Evt", events);
export const observationsXml = (findings: Finding[]): string => rows("Observaciones", "Obs", findings);
