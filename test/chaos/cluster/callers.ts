import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "../../sandbox/wait-for.js";
import type { System } from "../../support/processes/open-system.js";
import { type Exchange, isFinal } from "../../support/readers/exchange.js";
import { groupBy } from "../../support/readers/group-by.js";
import type { Random } from "../../support/samples/random.js";
import { startClients } from "../nemesis/clients.js";
import { type ElementsRun, sendElements } from "../nemesis/elements.js";
import type { SharedSequence } from "../nemesis/sequences.js";
import type { Open } from "../nemesis/settle.js";
import { startCredits } from "./credits.js";
import { entrance, timeoutMs } from "./settings.js";

export interface Callers {
  batches: ElementsRun[];
  /** The credit notes that were asked for, with their answers. */
  credits: Exchange[];
  /** What clients do after a loss: they send again what they were told since then, and what they were told nothing of is on its way again, too. */
  sendAgain(sinceMs: number): Promise<void>;
  /** Sells nothing new. */
  stop(): void;
  /** What has no final answer yet. */
  open(): Promise<Open[]>;
  end(): Promise<void>;
}

interface CallerOptions {
  count: number;
  /** Sales a second, of all clients. */
  rate: number;
  sequences: SharedSequence[];
  /** The database may lose commits. */
  mayForget: boolean;
}

const elementsOfBatch = 12;
const batchEveryMs = 20_000;
const staggerMs = 50;
/** So many may have been sent while the database lost commits. */
const lateBatches = 10;

/** Through the proxy in front of all APIs: clients that sell, and beside them one that sends batches and one that credits vouchers. */
export function startCallers(
  system: System,
  random: Random,
  { count, rate, sequences, mayForget }: CallerOptions,
): Callers {
  const apis = [entrance];
  const restMs = Math.round((2 * count * 1_000) / rate);
  // Who corrects a sale of which he was told nothing may have two vouchers of it when the database forgets the first.
  const clients = startClients(system, random, { count, sequences, apis, restMs, timeoutMs, corrects: !mayForget });
  const credits = startCredits(system, { mayForget });
  const batches: ElementsRun[] = [];
  const over = new AbortController();

  const sendBatches = async () => {
    while (!over.signal.aborted) {
      const from = batches.length * elementsOfBatch;
      batches.push(sendElements(system, random, { count: elementsOfBatch, sequences, apis, from }));
      await sleep(batchEveryMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };
  const sending = sendBatches();
  return {
    batches,
    credits: credits.asked,
    async sendAgain(sinceMs) {
      const nowMs = performance.now();
      const sales = [...groupBy(system.told.filter(wasIssuedSince(sinceMs)), nameOf).values()].flatMap((all) =>
        all.slice(-1),
      );
      await Promise.all([
        ...sales.map((sale, at) => sleep(at * staggerMs).then(() => askAgain(system, sale))),
        credits.sendAgain(sinceMs),
        ...batches.slice(-lateBatches).map((batch) => batch.sendAgain()),
      ]);
      await waitFor(async () => neglected([...system.told, ...credits.asked], nowMs).length === 0, {
        message: "each unanswered sale to be sent again",
        ...{ timeoutMs: 120_000, intervalMs: 500 },
      });
    },
    stop() {
      clients.stop();
      credits.stop();
      over.abort();
    },
    async open() {
      const sales = clients.open().map((place) => ({
        ...{ invariant: "I10", place },
        text: `a sale on ${place} has no final answer`,
      }));
      return [...sales, ...credits.open(), ...(await Promise.all(batches.map((one) => one.open()))).flat()];
    },
    async end() {
      await Promise.all([clients.end(), credits.end(), sending]);
    },
  };
}

const nameOf = ({ company, production, idempotency }: Exchange) => `${company}/${production}/${idempotency}`;

const wasIssuedSince =
  (sinceMs: number) =>
  ({ answer }: Exchange): boolean =>
    answer?.result !== undefined && answer.status <= 201 && answer.atMs >= sinceMs;

/** The sales without a final answer that nobody was answered about since then. */
export function neglected(told: Exchange[], sinceMs: number): string[] {
  const open = [...groupBy(told, nameOf)].filter(
    ([, all]) => !all.some(({ answer }) => answer && isFinal(answer)) && all.some(({ sentAtMs }) => sentAtMs < sinceMs),
  );
  return open
    .filter(([, all]) => !all.some(({ answer, sentAtMs }) => answer && answer.status !== 500 && sentAtMs >= sinceMs))
    .map(([name]) => name);
}

/** Once more, as it was sent: whatever a client is told of it, an issuance that was forgotten is known again. */
async function askAgain(system: System, { company, production, body }: Exchange): Promise<void> {
  const { keys } = company === "mono" ? system.keys.mono : system.keys;
  const key = production ? keys.production : keys.test;
  for (let isAnswered = false; !isAnswered; ) {
    const asking = { method: "POST", body, company, key, via: entrance, signal: AbortSignal.timeout(timeoutMs) };
    const answer = await system.request("/invoices", asking).catch(() => undefined);
    isAnswered = answer !== undefined && answer.status < 500;
    if (!isAnswered) await sleep(500);
  }
}
