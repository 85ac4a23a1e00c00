import type { AuthorityMessage } from "../../../shared/domain/cae-outcome.js";
import { endpointsOf } from "../endpoints.js";
import type { XmlElement } from "../read-xml.js";
import { issuanceService } from "../services.js";
import type { Exchange } from "../transport.js";
import { askWithTicket, isDown, type TicketRejection } from "../wsaa/ask-with-ticket.js";
import type { Credentials } from "../wsaa/credentials.js";
import type { TicketUnavailability } from "../wsaa/unavailable.js";
import type { Part } from "../xml.js";
import { ticketCodes } from "./authority-codes.js";
import { type AuthorityOptions, noticesOf } from "./client.js";
import { callWsfe } from "./wsfe-call.js";
import { describeMessages, readWsfeReply } from "./wsfe-reply.js";

export type QueryOutcome =
  | { outcome: "answer"; result: XmlElement }
  /** The service answered with errors. */
  | { outcome: "refused"; reasons: AuthorityMessage[] }
  | TicketUnavailability;

/** Runs a query of WSFEv1 that changes nothing. Never rejects. */
export const queryWsfe = (
  { endpoints, transport, tickets, hearNotice }: AuthorityOptions,
  credentials: Credentials,
  operation: string,
  parts: readonly Part[] = [],
): Promise<QueryOutcome> =>
  askWithTicket<QueryOutcome>(tickets, credentials, issuanceService, async (ticket) => {
    const url = endpointsOf(endpoints, credentials.production).wsfeUrl;
    const { cuit, production } = credentials;
    const notices = noticesOf(hearNotice, production);
    return readQuery(await callWsfe(transport, url, { operation, cuit, ticket, parts, notices }), operation);
  });

/** Asks the service for its own state and that of its servers. Needs no ticket. Never rejects. */
export async function askDummy(
  { endpoints, transport }: Pick<AuthorityOptions, "endpoints" | "transport">,
  production: boolean,
): Promise<QueryOutcome> {
  const url = endpointsOf(endpoints, production).wsfeUrl;
  const call = { operation: "FEDummy", cuit: "", ticket: undefined, parts: [] };
  const read = readQuery(await callWsfe(transport, url, call), "FEDummy");
  return read.outcome === "ticketRejected" ? isDown(issuanceService, read.cause) : read;
}

function readQuery(exchange: Exchange, operation: string): QueryOutcome | TicketRejection {
  if (!exchange.sent) return isDown(issuanceService, exchange.cause);
  if (exchange.failed !== undefined) return isDown(issuanceService, exchange.failed);
  const reply = exchange.status === 200 ? readWsfeReply(exchange.text, operation) : undefined;
  if (!reply) return isDown(issuanceService, `HTTP ${exchange.status} without an answer that can be read`);
  const { result, errors } = reply;
  if (errors.length === 0) return { outcome: "answer", result };
  if (errors.every(({ code }) => ticketCodes.has(code)))
    return { outcome: "ticketRejected", cause: describeMessages(errors) };
  return { outcome: "refused", reasons: errors };
}
