import type { Exchange, Transport } from "./transport.js";
import type { Ticket } from "./wsaa.js";
import { type Part, writeXml } from "./xml.js";

const namespace = "http://ar.gov.afip.dif.FEV1/";

export interface WsfeCall {
  operation: "FECAESolicitar" | "FECompConsultar" | "FECompUltimoAutorizado";
  cuit: string;
  ticket: Ticket;
  /** What follows Auth. */
  parts: readonly Part[];
  mayStart?: (() => boolean) | undefined;
}

/** Calls one operation of WSFEv1, once. Source: PROTOCOL.md, sections 2.1 to 2.4. */
export function callWsfe(transport: Pick<Transport, "post">, url: string, call: WsfeCall): Promise<Exchange> {
  const { operation, mayStart } = call;
  return transport.post(url, {
    body: writeCall(call),
    headers: { "content-type": "text/xml; charset=utf-8", SOAPAction: `"${namespace}${operation}"` },
    ...(mayStart ? { mayStart } : {}),
  });
}

export function writeCall({ operation, cuit, ticket, parts }: WsfeCall): string {
  const auth: Part = [
    "Auth",
    [
      ["Token", ticket.token],
      ["Sign", ticket.sign],
      ["Cuit", cuit],
    ],
  ];
  return (
    '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">' +
    `<soap:Body><${operation} xmlns="${namespace}">${writeXml([auth, ...parts])}</${operation}>` +
    "</soap:Body></soap:Envelope>"
  );
}
