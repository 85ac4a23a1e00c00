import type { Exchange, Transport } from "../transport.js";
import type { Ticket } from "../wsaa/wsaa.js";
import { type Part, writeXml } from "../xml.js";
import { type AuthorityNotice, readNotices } from "./read-notices.js";
import { wsfeNamespace } from "./wsfe-reply.js";

export interface WsfeCall {
  operation: string;
  cuit: string;
  /** Undefined only for FEDummy, which needs no ticket. */
  ticket: Pick<Ticket, "token" | "sign"> | undefined;
  /** The elements after Auth. */
  parts: readonly Part[];
  mayStart?: (() => boolean) | undefined;
  /** Receives what the answer announces. */
  notices?: OnNotice | undefined;
  /** Receives the exchange when the call is over. */
  witness?: ExchangeRecorder | undefined;
}

/** One request and its answer. `writeRequest` gives the sent body without the ticket. */
export interface RecordedExchange {
  operation: string;
  writeRequest: () => string;
  exchange: Exchange;
  startedAt: Date;
  tookMs: number;
}

/** Listener for notices that came with an answer to a taxpayer. */
export type OnNotice = (cuit: string, notice: AuthorityNotice) => void;

export type ExchangeRecorder = (seen: RecordedExchange) => void;

/** Calls one operation of WSFEv1, once. Source: issuer/authority/README.md, sections 2.1 to 2.4. */
export async function callWsfe(transport: Pick<Transport, "post">, url: string, call: WsfeCall): Promise<Exchange> {
  const { operation, cuit, mayStart, witness, notices } = call;
  const startedAt = new Date();
  const startedMs = performance.now();
  const written = writeXml(call.parts);
  const exchange = await transport.post(url, {
    operation,
    body: envelop(call, written),
    headers: { "content-type": "text/xml; charset=utf-8", SOAPAction: `"${wsfeNamespace}${operation}"` },
    ...(mayStart ? { mayStart } : {}),
  });
  const tookMs = Math.round(performance.now() - startedMs);
  const writeRequest = () => envelop({ ...call, ticket: noTicket }, written);
  witness?.({ operation, writeRequest, exchange, startedAt, tookMs });
  if (notices && "text" in exchange) for (const notice of readNotices(exchange.text, operation)) notices(cuit, notice);
  return exchange;
}

const noTicket = { token: "", sign: "" };

export const writeCall = (call: WsfeCall): string => envelop(call, writeXml(call.parts));

/** @param written the elements after Auth */
function envelop({ operation, cuit, ticket }: WsfeCall, written: string): string {
  const auth: Part[] = ticket
    ? [
        [
          "Auth",
          [
            ["Token", ticket.token],
            ["Sign", ticket.sign],
            ["Cuit", cuit],
          ],
        ],
      ]
    : [];
  return (
    '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">' +
    `<soap:Body><${operation} xmlns="${wsfeNamespace}">${writeXml(auth)}${written}</${operation}>` +
    "</soap:Body></soap:Envelope>"
  );
}
