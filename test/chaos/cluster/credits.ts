import { setTimeout as sleep } from "node:timers/promises";
import type { System } from "../../support/processes/open-system.js";
import { type Exchange, type IssuedVoucher, isFinal } from "../../support/readers/exchange.js";
import { placeOf } from "../nemesis/places.js";
import type { Open } from "../nemesis/settle.js";
import { entrance, timeoutMs } from "./settings.js";

/** The credit notes of the drill. */
export interface Credits {
  /** What was asked for, with the answers. */
  asked: Exchange[];
  stop(): void;
  open(): Open[];
  /** Asks again for those that were answered since then, until the service takes each. */
  sendAgain(sinceMs: number): Promise<void>;
  end(): Promise<void>;
}

type Answer = NonNullable<Exchange["answer"]>;

const everyMs = 4_000;

/**
 * Credits a whole voucher every four seconds, the oldest first, each by one key until the answer is final.
 * @param mayForget the voucher that is credited may be forgotten, and be there again under another id
 */
export function startCredits(system: System, { mayForget }: { mayForget: boolean }): Credits {
  const asked: Exchange[] = [];
  const sales = new Map<string, Exchange>();
  const over = new AbortController();
  let hasEnded = false;
  const isOver = ({ status, code }: Answer) => isFinal({ status, code }) && !(mayForget && status === 404);

  async function ask(name: string, sale: Exchange): Promise<Exchange> {
    const { company, production, body } = sale;
    const idempotency = `credit-${name}`;
    const { keys } = company === "mono" ? system.keys.mono : system.keys;
    const exchange: Exchange = { company, production, idempotency, body, sentAtMs: performance.now() };
    asked.push(exchange);
    try {
      const answer = await system.request<IssuedVoucher>(`/invoices/${idOf(system, sale)}/credit-notes`, {
        ...{ method: "POST", body: { idempotency }, company, via: entrance, signal: AbortSignal.timeout(timeoutMs) },
        key: production ? keys.production : keys.test,
      });
      const { code, result } = answer.body;
      exchange.answer = { atMs: performance.now(), status: answer.status, code, result };
    } catch (error) {
      exchange.lost = String(error instanceof Error ? (error.cause ?? error) : error);
    }
    return exchange;
  }

  async function askUntil(isEnough: (answer: Answer) => boolean, name: string, sale: Exchange): Promise<void> {
    while (!hasEnded) {
      const { answer } = await ask(name, sale);
      if (answer && isEnough(answer)) return;
      await sleep(2_000);
    }
  }

  const loop = async () => {
    for (;;) {
      await sleep(everyMs, undefined, { signal: over.signal }).catch(() => undefined);
      if (over.signal.aborted) return;
      const sale = chooseSale(system, sales);
      if (!sale) continue;
      sales.set(nameOf(sale), sale);
      void askUntil(isOver, nameOf(sale), sale);
    }
  };
  const looping = loop();
  return {
    asked,
    stop: () => over.abort(),
    open() {
      const answered = new Set(
        asked.filter(({ answer }) => answer && isOver(answer)).map(({ idempotency }) => idempotency),
      );
      const unanswered = [...sales].filter(([name]) => !answered.has(`credit-${name}`));
      return unanswered.map(([, sale]) => {
        const place = placeOfNote(sale);
        return { invariant: "I10", place, text: `a credit note on ${place} has no final answer` };
      });
    },
    async sendAgain(sinceMs) {
      const keys = new Set(
        asked.filter(({ answer }) => answer?.result && answer.atMs >= sinceMs).map((one) => one.idempotency),
      );
      await Promise.all(
        [...sales]
          .filter(([name]) => keys.has(`credit-${name}`))
          .map(([name, sale]) => askUntil(({ status }) => status < 500, name, sale)),
      );
    },
    async end() {
      hasEnded = true;
      over.abort();
      await looping;
    },
  };
}

/** The oldest of those that are not credited, first of all where nothing was credited yet. */
function chooseSale({ told }: System, credited: Map<string, Exchange>): Exchange | undefined {
  const sales = told.filter((one) => one.answer?.status === 201 && !credited.has(nameOf(one)));
  const places = new Set([...credited.values()].map(placeOfNote));
  return sales.find((one) => !places.has(placeOfNote(one))) ?? sales[0];
}

const nameOf = ({ company, production, idempotency }: Exchange) => `${company}-${production}-${idempotency}`;

/** The id under which the sale's voucher was told last. */
const idOf = ({ told }: System, sale: Exchange): number | undefined =>
  told.findLast((one) => one.answer?.result && nameOf(one) === nameOf(sale))?.answer?.result?.id;

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
