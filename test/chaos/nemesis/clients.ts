import { setTimeout as sleep } from "node:timers/promises";
import type { System } from "../../support/processes/open-system.js";
import type { RequestOptions } from "../../support/processes/system-caller.js";
import { isFinal } from "../../support/readers/exchange.js";
import { invoiceB, today } from "../../support/samples/invoice.js";
import type { Random } from "../../support/samples/random.js";
import { placeOf } from "./places.js";
import type { SharedSequence } from "./sequences.js";

/** A process of the API, or what stands in front of several. */
export type Api = NonNullable<RequestOptions["via"]>;

export interface Clients {
  /** From now on new customers come often where sales stand still: old keys may wait for a person where new ones are served. */
  spread(): void;
  /** Starts no new sales. Open sales are repeated until they have a final answer. */
  stop(): void;
  /** The sequences of the sales without a final answer yet, one for each sale. */
  open(): string[];
  /** Repeats no sale any more. Resolves when the last answer is there. */
  end(): Promise<void>;
}

interface ClientOptions {
  count: number;
  sequences: SharedSequence[];
  apis: Api[];
  /** The longest rest of a client between two sales. Default: 150. */
  restMs?: number;
  /** So long it waits for an answer. Default: 60,000. */
  timeoutMs?: number;
  /** Whether a sale is sent with another content under its key now and then. Default: true. */
  corrects?: boolean;
}

/** A client leaves a sale to somebody who repeats it, and serves the next customer. */
const leavesAfterMs = 12_000;
/** With so many sales left on a sequence, customers are sent to another till. */
const mostLeft = 2;

/** Every sale has its own price, so that no voucher can be mistaken for another sale's. */
let lastPrice = 1_000;

/**
 * Starts clients that each make one sale after another and follow the client rule. Half of the keys are the same in each company and
 * environment. Source: api/README.md, "Errors", note 5.
 */
export function startClients(
  system: System,
  random: Random,
  { count, sequences, apis, restMs = 150, timeoutMs = 60_000, corrects = true }: ClientOptions,
): Clients {
  let isStopped = false;
  let hasEnded = false;
  let strayShare = 0.05;
  const asking = new Set<Promise<unknown>>();
  const open = new Map<object, string>();
  const keys = createKeys(random);
  const leftOn = (name: string) => [...open.values()].filter((one) => one === name).length;

  /** Most clients know which till stands still. */
  function choose(): SharedSequence {
    const moving = sequences.filter((one) => leftOn(placeOf(one)) <= mostLeft);
    return random.pick(moving.length === 0 || random.chance(strayShare) ? sequences : moving);
  }

  async function sell(): Promise<void> {
    const sequence = choose();
    const body = saleOf(sequence, random, keys.next(sequence));
    const sale = {};
    open.set(sale, placeOf(sequence));
    // Sometimes two tills send the same sale at once.
    const callers = random.chance(0.1) ? 2 : 1;
    const asked = Promise.all(Array.from({ length: callers }, () => askUntilFinal(sequence, body)));
    asking.add(asked);
    void asked.then(() => asking.delete(asked));
    await Promise.race([asked.then(() => open.delete(sale)), sleep(leavesAfterMs, undefined, { ref: false })]);
  }

  async function askUntilFinal(sequence: SharedSequence, first: Record<string, unknown>): Promise<void> {
    let body = first;
    for (let tries = 0; !hasEnded; tries++) {
      const answer = await system
        .request("/invoices", {
          method: "POST",
          body,
          company: sequence.company,
          key: sequence.key,
          via: random.pick(apis),
          signal: AbortSignal.timeout(timeoutMs),
        })
        .catch(() => undefined);
      if (answer && isFinal({ status: answer.status, code: answer.body.code })) return;
      const wishedMs = Number(answer?.headers.get("retry-after") ?? 0) * 1_000;
      await sleep(wishedMs > 0 ? Math.min(wishedMs, 5_000) : Math.min(2_000, 100 * 2 ** tries));
      // A correction under the same key: any content that was sent under it may be issued, but no other.
      if (corrects && random.chance(0.03)) body = { ...body, items: itemsAt(nextPrice()) };
    }
  }

  const loop = async (): Promise<void> => {
    while (!isStopped) {
      if (open.size < count * 4) await sell();
      if (!isStopped) await sleep(random.integer(0, restMs));
    }
  };
  for (let client = 0; client < count; client++) void loop();
  return {
    spread: () => {
      strayShare = 0.3;
    },
    stop: () => {
      isStopped = true;
    },
    open: () => [...open.values()],
    async end() {
      isStopped = true;
      hasEnded = true;
      await Promise.all(asking);
    },
  };
}

/** Keys of sales: those that count up in each company and environment are used in all of them. */
function createKeys(random: Random): { next(sequence: SharedSequence): string } {
  const counts = new Map<string, number>();
  let own = 0;
  return {
    next({ company, production }) {
      if (random.chance(0.5)) {
        own += 1;
        return `own-${own}`;
      }
      const tenant = `${company}/${production}`;
      const count = (counts.get(tenant) ?? 0) + 1;
      counts.set(tenant, count);
      return `sale-${count}`;
    },
  };
}

const nextPrice = (): number => {
  lastPrice += 1;
  return lastPrice;
};

const itemsAt = (price: number) => [{ description: "Yerba mate 1 kg", quantity: 1, price, taxType: 5 }];

function saleOf(
  { posNumber, voucherType }: SharedSequence,
  random: Random,
  idempotency: string,
): Record<string, unknown> {
  const price = nextPrice();
  const registered = { docType: 80, docNumber: "30710151543", name: "Librería del Sur S.R.L.", taxType: 1 };
  return invoiceB({
    idempotency,
    posNumber,
    voucherType,
    items: itemsAt(price),
    ...(voucherType === 1 && { customer: registered }),
    // The old date is too far back: the authority refuses it.
    voucherDate: random.chance(0.04) ? "20240102" : today(),
    ...(random.chance(0.05) && { emails: [{ email: `client-${price}@example.com` }] }),
  });
}
