import { runPeriodically } from "../../shared/concurrency/run-periodically.js";
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

/** Beyond this backlog, the newest exchanges are dropped. */
const maxWaiting = 1_000;
const maxPerInsert = 200;
/** A request for 250 vouchers has about 400,000 characters. */
const maxCharacters = 1_000_000;
const flushEveryMs = 500;

type PendingExchange = RecordedExchange & { issuanceIds: number[]; outcome: string };

/** Collects exchanges in memory and writes them together, twice a second. @param save writes a batch in one statement */
export function createExchangeLog(
  save: (records: ExchangeRecord[]) => Promise<void>,
  log: Log,
): ExchangeLog & { stop(): Promise<void> } {
  let waiting: PendingExchange[] = [];
  let lost = 0;

  function keep(seen: PendingExchange) {
    if (waiting.length < maxWaiting) waiting.push(seen);
    else lost += 1;
  }

  async function flush(): Promise<void> {
    if (lost > 0) log.warn({ lost }, "exchanges with the authority were not stored");
    lost = 0;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxPerInsert);
      await save(batch.map(toRecord));
      waiting = waiting.slice(batch.length);
    }
  }
  const flushing = runPeriodically(flush, flushEveryMs, log, "storing the exchanges with the authority");

  return {
    async watch(issuanceIds, ask) {
      if (issuanceIds.length === 0) return ask();
      const seen: RecordedExchange[] = [];
      const answer = await ask((one) => seen.push(one));
      // Only the last exchange gave the answer: the ones before it were asked with a ticket that was not accepted.
      seen.forEach((one, index) => {
        keep({ ...one, issuanceIds, outcome: index === seen.length - 1 ? describe(answer) : "ticket" });
      });
      return answer;
    },
    async stop() {
      await flushing.stop();
      await flush().catch((error) => log.warn({ error, lost: waiting.length }, "exchanges were not stored"));
    },
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
