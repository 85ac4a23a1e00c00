import { toIsoTime } from "./argentine-time.js";
import type { HttpAnswer } from "./call.js";
import type { EnvironmentName } from "./environment.js";
import { branch, escapeXml, leaf } from "./xml-text.js";

export const fecredNamespace = "http://ar.gob.afip.wsfecred/FECredService/";

/** A code with its text: a number of a business error, or the key of a schema's rule. */
export type Finding = { code: string; text: string };

const contentType = "text/xml;charset=utf-8";
const soap = "http://schemas.xmlsoap.org/soap/envelope/";

/** The header's namespace begins with https, that of the body with http. */
const header = (environment: EnvironmentName, now: Date) =>
  `<S:Header><info xmlns="https://ar.gob.afip.wsfecred/FECredService/">${leaf("ambiente", environment === "production" ? "Produccion - bus" : "Testing - FI1")}${leaf("fecha", toIsoTime(now).slice(0, 19))}${leaf("id", "WS-2.1.6")}</info></S:Header>`;

/** The answer to one operation. Source: issuer/authority/README.md, section 12.5. */
export const fecredAnswer = (
  environment: EnvironmentName,
  now: Date,
  operation: string,
  result: string,
): HttpAnswer => ({
  status: 200,
  contentType,
  body: `<?xml version='1.0' encoding='UTF-8'?><S:Envelope xmlns:S="${soap}">${header(environment, now)}<S:Body><ns2:${operation}Response xmlns:ns2="${fecredNamespace}">${branch(`${operation}Return`, result)}</ns2:${operation}Response></S:Body></S:Envelope>`,
});

export const fecredFault = (code: string, text: string): HttpAnswer => ({
  status: 500,
  contentType,
  body: `<?xml version='1.0' encoding='UTF-8'?><S:Envelope xmlns:S="${soap}"><S:Body><S:Fault><faultcode>S:Server</faultcode><faultstring>${escapeXml(`[${code}] ${text}`)}</faultstring></S:Fault></S:Body></S:Envelope>`,
});

/** What stands in front of the real service puts this text in place of most faults, bad tickets among them. */
export const maskedAnswer = (now: Date): HttpAnswer => ({
  status: 200,
  contentType: null,
  body: `BL${9_000_000_000_000 + Math.floor(Math.random() * 999_999_999_999)} ${toIsoTime(now).slice(0, 19).replace("T", " ")} 500`,
});

/** What it answers to SOAP 1.2. */
export const firewallPage: HttpAnswer = {
  status: 200,
  contentType: "text/html; charset=utf-8",
  body: "<html><head><title></title>5794109047829095733</head><body><br><br></body></html>",
};

const listed = (list: string, element: string, findings: Finding[]) =>
  branch(
    list,
    findings.map(({ code, text }) => branch(element, leaf("codigo", code) + leaf("descripcion", text))).join(""),
  );

export const businessErrors = (...findings: Finding[]): string => listed("arrayErrores", "codigoDescripcion", findings);

/** They stand alone: a request of the wrong form is not judged further. */
export const formatErrors = (findings: Finding[]): string =>
  listed("arrayErroresFormato", "codigoDescripcionString", findings);
