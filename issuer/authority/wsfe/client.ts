import type { HeardNotice } from "../../../shared/db/company/notices.js";
import type { AuthorityProblem } from "../../../shared/domain/authority-problem.js";
import type { AnswerKind, CaeOutcome, ConsultOutcome, LastNumberOutcome } from "../../../shared/domain/cae-outcome.js";
import { type Endpoints, endpointsOf } from "../endpoints.js";
import { toProblem } from "../problem.js";
import { issuanceService } from "../services.js";
import type { Exchange, Transport } from "../transport.js";
import type { Credentials } from "../wsaa/credentials.js";
import type { TicketOutcome } from "../wsaa/obtain-ticket.js";
import type { Tickets } from "../wsaa/tickets.js";
import type { TicketUnavailability } from "../wsaa/unavailable.js";
import { type LoginOutcome, login, type Ticket } from "../wsaa/wsaa.js";
import type { Part } from "../xml.js";
import { readCaeReply } from "./cae-reply.js";
import { type NumberedDeclaration, toDetail, toHeader, type VoucherRun } from "./cae-request.js";
import { type AskedVoucher, readConsultReply, type TicketRefusal } from "./consult-reply.js";
import { toContent, type VoucherContent } from "./content.js";
import { readLastNumberReply } from "./last-number-reply.js";
import { type ReportOutcome, readReportReply } from "./report-reply.js";
import { type ReportRun, toReportRequest } from "./report-request.js";
import { callWsfe, type ExchangeRecorder, type OnNotice, type WsfeCall } from "./wsfe-call.js";
import { describeMessages } from "./wsfe-reply.js";

export interface AuthorityOptions {
  endpoints: Endpoints;
  transport: Pick<Transport, "post">;
  tickets: Tickets;
  /** Receives what the authority announces in its answers. */
  hearNotice?: (notice: HeardNotice) => void;
}

/** For the calls of one environment. */
export const noticesOf = (hearNotice: AuthorityOptions["hearNotice"], production: boolean): OnNotice | undefined =>
  hearNotice && ((cuit, notice) => hearNotice({ cuit, production, service: issuanceService, ...notice }));

/** Why a read has no ticket that is accepted, and the authority's last words about it. */
interface TicketFailure extends Pick<TicketRefusal, "reasons"> {
  cause: string;
  permanent: boolean;
  isWithheld?: true;
  problem: AuthorityProblem;
}

export interface Authority {
  ticketFor(credentials: Credentials): Promise<TicketOutcome>;
  renewTicket(credentials: Credentials, rejected: Ticket): Promise<TicketOutcome>;
  /** Explains that this ticket, which was just renewed, is refused too. */
  explainRefusal(credentials: Credentials, refused: Ticket, cause: string): TicketUnavailability;
  /**
   * Requests the CAEs of consecutive numbers once and gives an outcome for each, in their order. Calls `mayStart` right before
   * the first byte; if it returns false, all are "notSent". The caller must renew a ticket that is not accepted.
   */
  requestCae(
    credentials: Credentials,
    ticket: Ticket,
    run: VoucherRun,
    mayStart?: () => boolean,
    witness?: ExchangeRecorder,
  ): Promise<CaeOutcome[]>;
  /**
   * Reports vouchers under CAEA with consecutive numbers once and gives an outcome for each, in their order. Calls `mayStart` right
   * before the first byte; if it returns false, all are "notSent". The caller must renew a ticket that is not accepted.
   */
  report(
    credentials: Credentials,
    ticket: Ticket,
    run: ReportRun,
    mayStart?: () => boolean,
    witness?: ExchangeRecorder,
  ): Promise<ReportOutcome[]>;
  /** Looks up a voucher. Renews a ticket that is not accepted, once. */
  consult(
    credentials: Credentials,
    ticket: Ticket,
    asked: AskedVoucher,
    witness?: ExchangeRecorder,
  ): Promise<ConsultOutcome>;
  /** The last authorized number of a sequence. Renews a ticket that is not accepted, once. */
  lastNumber(
    credentials: Credentials,
    ticket: Ticket,
    asked: Omit<AskedVoucher, "number">,
    witness?: ExchangeRecorder,
  ): Promise<LastNumberOutcome>;
  /** The content that a request for this voucher declares, in the form to compare with the authority's voucher. */
  contentOf(voucher: NumberedDeclaration): VoucherContent;
}

/** The `login` option of `createTickets`. Uses the login service of the certificate's environment. */
export const createLogin =
  ({ endpoints, transport, now = Date.now }: Omit<AuthorityOptions, "tickets"> & { now?: () => number }) =>
  ({ production, certificatePem, privateKeyPem }: Credentials, service: string): Promise<LoginOutcome> =>
    login(transport, endpointsOf(endpoints, production).wsaaUrl, {
      service,
      certificatePem,
      privateKeyPem,
      now: new Date(now()),
    });

/** The issuance service of the tax authority. No function rejects, but `contentOf` throws when `toDetail` does. */
export function createAuthority({ endpoints, transport, tickets, hearNotice }: AuthorityOptions): Authority {
  const call = ({ production, cuit }: Credentials, wsfeCall: Omit<WsfeCall, "cuit">) =>
    callWsfe(transport, endpointsOf(endpoints, production).wsfeUrl, {
      ...wsfeCall,
      cuit,
      notices: noticesOf(hearNotice, production),
    });
  const renewTicket: Authority["renewTicket"] = (credentials, rejected) =>
    tickets.renew(credentials, issuanceService, rejected);
  const explainRefusal: Authority["explainRefusal"] = (credentials, refused, cause) =>
    tickets.explainRefusal(credentials, issuanceService, refused, cause);

  /** The answer to a request that changes something, or why there is none. */
  async function request(
    credentials: Credentials,
    wsfeCall: Omit<WsfeCall, "cuit" | "parts">,
    write: () => Part,
  ): Promise<{ text: string } | { outcome: "notSent" | "unknown"; cause: string; heard: AnswerKind }> {
    let parts: Part[];
    try {
      parts = [write()];
    } catch (error) {
      return { outcome: "notSent", cause: `the request cannot be written: ${error}`, heard: "notAsked" };
    }
    const exchange = await call(credentials, { ...wsfeCall, parts });
    if ("text" in exchange && exchange.status === 200) return exchange;
    return { outcome: exchange.sent ? "unknown" : "notSent", ...silenceOf(exchange) };
  }

  /** The answer to a query, or why there is none. */
  async function read(credentials: Credentials, wsfeCall: Omit<WsfeCall, "cuit">) {
    const exchange = await call(credentials, wsfeCall);
    return "text" in exchange && exchange.status === 200 ? exchange : silenceOf(exchange);
  }

  /** Asks again with a new ticket when the first one is not accepted. */
  async function readHealing<Outcome extends { outcome: string }>(
    credentials: Credentials,
    ticket: Ticket,
    ask: (ticket: Ticket) => Promise<Outcome | TicketRefusal>,
    outcomeOf: (failure: TicketFailure) => Outcome,
  ): Promise<Outcome> {
    const first = await ask(ticket);
    if (!isTicketRefused(first)) return first;
    const renewed = await renewTicket(credentials, ticket);
    if (renewed.outcome !== "ticket") {
      const { cause, permanent, isWithheld } = renewed;
      const problem = toProblem(renewed);
      return outcomeOf({ cause, permanent, reasons: first.reasons, problem, ...(isWithheld && { isWithheld }) });
    }
    const second = await ask(renewed.ticket);
    if (!isTicketRefused(second)) return second;
    // If a new ticket is refused, the delegation is missing.
    const cause = describeMessages(second.reasons);
    const problem = toProblem(explainRefusal(credentials, renewed.ticket, cause));
    return outcomeOf({ cause, permanent: true, reasons: second.reasons, problem });
  }

  return {
    ticketFor: (credentials) => tickets.get(credentials, issuanceService),
    renewTicket,
    explainRefusal,

    async requestCae(credentials, ticket, run, mayStart, witness) {
      const { posNumber, voucherType, vouchers } = run;
      const numbers = vouchers.map(({ number }) => number);
      const asked = { cuit: credentials.cuit, posNumber, voucherType, numbers };
      const answer = await request(credentials, { operation: "FECAESolicitar", ticket, mayStart, witness }, () =>
        toCaeRequest(run),
      );
      return "outcome" in answer ? vouchers.map(() => answer) : readCaeReply(answer.text, asked);
    },

    async report(credentials, ticket, run, mayStart, witness) {
      const { posNumber, voucherType, caea, vouchers } = run;
      const numbers = vouchers.map(({ number }) => number);
      const asked = { cuit: credentials.cuit, posNumber, voucherType, caea, numbers };
      const answer = await request(credentials, { operation: "FECAEARegInformativo", ticket, mayStart, witness }, () =>
        toReportRequest(run),
      );
      return "outcome" in answer ? vouchers.map(() => answer) : readReportReply(answer.text, asked);
    },

    consult: (credentials, ticket, asked, witness) =>
      readHealing<ConsultOutcome>(
        credentials,
        ticket,
        async (current) => {
          const parts = [toConsultRequest(asked)];
          const answer = await read(credentials, { operation: "FECompConsultar", ticket: current, parts, witness });
          return "cause" in answer ? { outcome: "unknown", ...answer } : readConsultReply(answer.text, asked);
        },
        ({ cause, problem }) => ({ outcome: "unknown", cause, problem, heard: "answer" }),
      ),

    lastNumber: (credentials, ticket, asked, witness) =>
      readHealing<LastNumberOutcome>(
        credentials,
        ticket,
        async (current) => {
          const parts = toLastNumberRequest(asked);
          const call = { operation: "FECompUltimoAutorizado", ticket: current, parts, witness };
          const answer = await read(credentials, call);
          return "cause" in answer
            ? { outcome: "unknown", ...answer, permanent: false, reasons: [] }
            : readLastNumberReply(answer.text, asked);
        },
        (failure) => ({ outcome: "unknown", ...failure, heard: "answer" }),
      ),

    contentOf: (voucher) => toContent(toDetail(voucher)),
  };
}

/** Why an exchange brought nothing that can be read. */
function silenceOf(exchange: Exchange): { cause: string; heard: AnswerKind } {
  if (!exchange.sent) return { cause: exchange.cause, heard: exchange.dropped ? "notAsked" : "nothing" };
  if (exchange.failed !== undefined) return { cause: exchange.failed, heard: "nothing" };
  return { cause: `HTTP ${exchange.status}`, heard: "failure" };
}

const isTicketRefused = (outcome: { outcome: string }): outcome is TicketRefusal => outcome.outcome === "ticket";

const toCaeRequest = (run: VoucherRun): Part => [
  "FeCAEReq",
  [toHeader(run), ["FeDetReq", run.vouchers.map((voucher): Part => ["FECAEDetRequest", toDetail(voucher)])]],
];

const toConsultRequest = ({ posNumber, voucherType, number }: AskedVoucher): Part => [
  "FeCompConsReq",
  [
    ["CbteTipo", String(voucherType)],
    ["CbteNro", String(number)],
    ["PtoVta", String(posNumber)],
  ],
];

const toLastNumberRequest = ({ posNumber, voucherType }: Omit<AskedVoucher, "number">): Part[] => [
  ["PtoVta", String(posNumber)],
  ["CbteTipo", String(voucherType)],
];
