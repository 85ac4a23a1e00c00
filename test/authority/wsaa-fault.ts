import type { HttpAnswer } from "./call.js";
import { escapeAxis } from "./xml-text.js";

const texts = {
  "cms.bad.base64": "No se puede decodificar el BASE64",
  "cms.bad": "El CMS no es valido",
  "cms.cert.notFound": "No se ha encontrado certificado de firmador",
  "cms.sign.invalid": "Firma inválida o algoritmo no soportado",
  "cms.cert.expired": "Certificado expirado",
  "cms.cert.invalid": "Certificado con fecha de generacion posterior a la actual",
  "cms.cert.untrusted": "Certificado no emitido por AC de confianza",
  "xml.bad": "No se ha podido interpretar el XML contra el SCHEMA",
  "xml.version.notSupported": "La version del documento no es soportada",
  "xml.source.invalid": "El atributo source no corresponde al DN del certificado",
  "xml.destination.invalid": "El atributo destination no corresponde al DN del WSAA",
  "xml.generationTime.invalid":
    "generationTime posee formato o dato inválido (ej: en el futuro o más de 24 horas de antigüedad)",
  "xml.expirationTime.invalid": "expirationTime posee formato o dato inválido (ej: vencimiento en más de 24 horas)",
  "xml.expirationTime.expired": "El tiempo de expiracion es inferior a la hora actual",
  "wsn.notFound": "El WSN indicado no existe",
  "coe.notAuthorized": "Computador no autorizado a acceder al servicio",
  "coe.alreadyAuthenticated": "El CEE ya posee un TA valido para el acceso al WSN solicitado",
} as const;

export type LoginFaultCode = keyof typeof texts;

/**
 * The texts of xml.* and wsn.* are approximate, because no recording of them is known.
 * Source: issuer/authority/README.md, section 1.5.
 */
export class LoginFault extends Error {
  override name = "LoginFault";
  readonly code: LoginFaultCode;

  constructor(code: LoginFaultCode) {
    super(texts[code]);
    this.code = code;
  }
}

export const axisEnvelope = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`;

const axisFault = (faultcode: string, text: string, exception: string): HttpAnswer => ({
  status: 500,
  contentType: "text/xml;charset=utf-8",
  body: axisEnvelope(
    `<soapenv:Fault>${faultcode}<faultstring>${escapeAxis(text)}</faultstring><detail>${exception}<ns3:hostname xmlns:ns3="http://xml.apache.org/axis/">wsaaext0.homo.afip.gov.ar</ns3:hostname></detail></soapenv:Fault>`,
  ),
});

const exceptionName =
  '<ns2:exceptionName xmlns:ns2="http://xml.apache.org/axis/">gov.afip.desein.dvadac.sua.view.wsaa.LoginFault</ns2:exceptionName>';

/** A fault of the login itself. Its code is in the Axis namespace. */
export const loginFaultAnswer = (code: string, text: string): HttpAnswer =>
  axisFault(
    `<faultcode xmlns:ns1="http://xml.apache.org/axis/">ns1:${escapeAxis(code)}</faultcode>`,
    text,
    exceptionName,
  );

/** A fault of the SOAP layer. */
export const axisClientFault = (code: string, text: string): HttpAnswer =>
  code.startsWith("ns1:")
    ? axisFault(`<faultcode xmlns:ns1="http://xml.apache.org/axis/">${code}</faultcode>`, text, "")
    : axisFault(`<faultcode>${code}</faultcode>`, text, "");
