import { setTimeout as sleep } from "node:timers/promises";
import type { System } from "../../support/processes/open-system.js";
import { type Exchange, type IssuedVoucher, isFinal } from "../../support/readers/exchange.js";
import type { Random } from "../../support/samples/random.js";
import { startClients } from "../nemesis/clients.js";
import { type ElementsRun, sendElements } from "../nemesis/elements.js";
import { placeOf } from "../nemesis/places.js";
import type { SharedSequence } from "../nemesis/sequences.js";
import type { Open } from "../nemesis/settle.js";
import { entrance } from "./settings.js";

export interface Callers {
  batches: ElementsRun[];
  /** The credit notes that were asked for, with their answers. */
  credits: Exchange[];
  /** Sells nothing new. */
  stop(): void;
  /** What has no final answer yet. */
  open(): Promise<Open[]>;
  end(): Promise<void>;
}

const elementsOfBatch = 12;
const batchEveryMs = 20_000;
const creditEveryMs = 4_000;

/** Through the proxy in front of all APIs: clients that sell, and beside them one that sends batches and one that credits vouchers. */
export function startCallers(
  system: System,
  random: Random,
  { count, sequences }: { count: number; sequences: SharedSequence[] },
): Callers {
  const apis = [entrance];
  const clients = startClients(system, random, { count, sequences, apis });
  const batches: ElementsRun[] = [];
  const credits: Exchange[] = [];
  const over = new AbortController();
  let hasEnded = false;
  const pause = (ms: number) => sleep(ms, undefined, { signal: over.signal }).catch(() => undefined);

  const sendBatches = async () => {
    while (!over.signal.aborted) {
      const from = batches.length * elementsOfBatch;
      batches.push(sendElements(system, random, { count: elementsOfBatch, sequences, apis, from }));
      await pause(batchEveryMs);
    }
  };
  const creditVouchers = async () => {
    const credited = new Set<number>();
    const next = () =>
      system.told.find(({ answer }) => answer?.status === 201 && answer.result && !credited.has(answer.result.id));
    while (!over.signal.aborted) {
      await pause(creditEveryMs);
      const sale = next();
      if (!sale?.answer?.result || over.signal.aborted) continue;
      credited.add(sale.answer.result.id);
      void creditUntilFinal(system, sale, credits, () => hasEnded);
    }
  };
  const loops = [sendBatches(), creditVouchers()];
  return {
    batches,
    credits,
    stop() {
      clients.stop();
      over.abort();
    },
    async open() {
      const answered = new Set(credits.filter(isAnswered).map(({ idempotency }) => idempotency));
      const waiting = new Map(credits.map((one) => [one.idempotency, one]));
      const unanswered = [...waiting.values()].filter(({ idempotency }) => !answered.has(idempotency));
      const places = [...clients.open(), ...unanswered.map(placeOfNote)];
      const sales = places.map((place) => ({
        invariant: "I10",
        place,
        text: `a sale on ${place} has no final answer`,
      }));
      return [...sales, ...(await Promise.all(batches.map((one) => one.open()))).flat()];
    },
    async end() {
      hasEnded = true;
      await Promise.all([clients.end(), ...loops]);
    },
  };
}

/** The sequence of the note that credits such a voucher. */
const noteTypes = new Map([
  [1, 3],
  [6, 8],
  [11, 13],
]);
const placeOfNote = ({ company, production, body }: Exchange): string =>
  placeOf({
    ...{ company, production, posNumber: Number(body.posNumber) },
    voucherType: noteTypes.get(Number(body.voucherType)) ?? 0,
  });

const isAnswered = ({ answer }: Exchange) => answer !== undefined && isFinal(answer);

/** Credits a whole voucher, by one key, until the answer is final. */
async function creditUntilFinal(
  system: System,
  { company, production, body, answer: sold }: Exchange,
  credits: Exchange[],
  isOver: () => boolean,
): Promise<void> {
  const id = sold?.result?.id;
  const idempotency = `credit-${company}-${production}-${id}`;
  const { keys } = company === "mono" ? system.keys.mono : system.keys;
  while (!isOver()) {
    const exchange: Exchange = { company, production, idempotency, body, sentAtMs: performance.now() };
    credits.push(exchange);
    try {
      const answer = await system.request<IssuedVoucher>(`/invoices/${id}/credit-notes`, {
        ...{ method: "POST", body: { idempotency }, company, via: entrance, signal: AbortSignal.timeout(60_000) },
        key: production ? keys.production : keys.test,
      });
      const { code, result } = answer.body;
      exchange.answer = { atMs: performance.now(), status: answer.status, code, result };
      if (isFinal(exchange.answer)) return;
    } catch (error) {
      exchange.lost = String(error instanceof Error ? (error.cause ?? error) : error);
    }
    await sleep(1_000);
  }
}
