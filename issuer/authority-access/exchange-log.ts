import { createBufferedWriter } from "../../shared/concurrency/buffered-writer.js";
import type { ExchangeRecord } from "../../shared/db/issuing/exchanges.js";
import type { Log } from "../../shared/logging/log.js";
import type { ExchangeRecorder, RecordedExchange } from "../authority/wsfe/wsfe-call.js";

/** Stores the requests to the authority about an issuance and its answers. Never delays or fails an issuance. */
export interface ExchangeLog {
  /** Runs `ask`, and stores the exchanges that `witness` recorded, with their outcome. Stores nothing without issuances. */
  watch<Answer extends ExchangeOutcome | readonly ExchangeOutcome[]>(
    issuanceIds: number[],
    ask: (witness?: ExchangeRecorder) => Promise<Answer>,
  ): Promise<Answer>;
}

interface ExchangeOutcome {
  outcome: string;
}

export const noExchangeLog: ExchangeLog = { watch: (_issuanceIds, ask) => ask() };

/** A request for 250 vouchers has about 400,000 characters. */
const maxCharacters = 1_000_000;
/** Twice a second. */
const buffer = { everyMs: 500, maxWaiting: 1_000, maxPerWrite: 200, keepsFailed: true };

type PendingExchange = RecordedExchange & { issuanceIds: number[]; outcome: string };

/** @param save writes a batch in one statement */
export function createExchangeLog(
  save: (records: ExchangeRecord[]) => Promise<void>,
  log: Log,
): ExchangeLog & { stop(): Promise<void> } {
  const write = (waiting: PendingExchange[]) => save(waiting.map(toRecord));
  const writer = createBufferedWriter({ ...buffer, write, log, name: "storing the exchanges with the authority" });

  return {
    async watch(issuanceIds, ask) {
      if (issuanceIds.length === 0) return ask();
      const seen: RecordedExchange[] = [];
      const answer = await ask((one) => seen.push(one));
      // Only the last exchange gave the answer: the ones before it were asked with a ticket that was not accepted.
      seen.forEach((one, index) => {
        writer.add({ ...one, issuanceIds, outcome: index === seen.length - 1 ? describe(answer) : "ticket" });
      });
      return answer;
    },
    stop: writer.stop,
  };
}

/** The outcomes, in the order of the numbers. Equal neighbours are named once. */
const describe = (answer: ExchangeOutcome | readonly ExchangeOutcome[]): string =>
  [answer]
    .flat()
    .map(({ outcome }) => outcome)
    .filter((outcome, at, all) => outcome !== all[at - 1])
    .join(", ");

function toRecord({ issuanceIds, operation, writeRequest, exchange, outcome, startedAt, tookMs }: PendingExchange) {
  const answered = exchange.sent && exchange.failed === undefined ? exchange : undefined;
  const failure = exchange.sent ? exchange.failed : `not sent: ${exchange.cause}`;
  return {
    issuanceIds,
    operation,
    request: fit(writeRequest()),
    answer: answered ? fit(withoutTicket(answered.text)) : null,
    status: answered?.status ?? null,
    failure: failure ?? null,
    outcome,
    startedAt,
    tookMs,
  };
}

/** PostgreSQL cannot store a NUL in a text. */
const fit = (text: string) => text.replaceAll("\u0000", "").slice(0, maxCharacters);

/** The authority's answers contain no ticket, but an answer of a proxy might repeat the request. */
const withoutTicket = (text: string) =>
  text.replace(/(<(?:\w+:)?(Token|Sign)>)[^<]*/gi, (_, opening: string) => opening);
