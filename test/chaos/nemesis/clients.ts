import { setTimeout as sleep } from "node:timers/promises";
import type { System } from "../../support/processes/open-system.js";
import type { ProcessName } from "../../support/processes/service-processes.js";
import { isFinal } from "../../support/readers/exchange.js";
import { invoiceB, today } from "../../support/samples/invoice.js";
import type { Random } from "../../support/samples/random.js";
import type { SharedSequence } from "./sequences.js";

export interface Clients {
  /** Starts no new sales. Open sales are repeated until they have a final answer. */
  stop(): void;
  /** Sales without a final answer yet. */
  open(): number;
  done: Promise<void>;
}

/** Every sale has its own price, so that no voucher can be mistaken for another sale's. */
let lastPrice = 1_000;

/** Starts clients that each make one sale after another and follow the client rule. Source: api/README.md, "Errors", note 5. */
export function startClients(
  system: System,
  random: Random,
  { count, sequences, apis }: { count: number; sequences: SharedSequence[]; apis: ProcessName[] },
): Clients {
  let stopped = false;
  let open = 0;

  async function sell(): Promise<void> {
    const sequence = random.pick(sequences);
    const body = saleOf(sequence, random);
    open += 1;
    // Sometimes two tills send the same sale at once.
    const callers = random.chance(0.1) ? 2 : 1;
    await Promise.all(Array.from({ length: callers }, () => askUntilFinal(sequence, body)));
    open -= 1;
  }

  async function askUntilFinal(sequence: SharedSequence, first: Record<string, unknown>): Promise<void> {
    let body = first;
    for (let tries = 0; ; tries++) {
      const answer = await system
        .request("/invoices", {
          method: "POST",
          body,
          company: sequence.company,
          key: sequence.key,
          via: random.pick(apis),
          signal: AbortSignal.timeout(60_000),
        })
        .catch(() => undefined);
      if (answer && isFinal({ status: answer.status, code: answer.body.code })) return;
      const wishedMs = Number(answer?.headers.get("retry-after") ?? 0) * 1_000;
      await sleep(wishedMs > 0 ? Math.min(wishedMs, 5_000) : Math.min(2_000, 100 * 2 ** tries));
      // A correction under the same key: any content that was sent under it may be issued, but no other.
      if (random.chance(0.03)) body = { ...body, items: itemsAt(nextPrice()) };
    }
  }

  const loop = async (): Promise<void> => {
    while (!stopped) {
      await sell();
      if (!stopped) await sleep(random.integer(0, 150));
    }
  };
  const done = Promise.all(Array.from({ length: count }, loop)).then(() => undefined);
  return {
    stop: () => {
      stopped = true;
    },
    open: () => open,
    done,
  };
}

const nextPrice = (): number => {
  lastPrice += 1;
  return lastPrice;
};

const itemsAt = (price: number) => [{ description: "Yerba mate 1 kg", quantity: 1, price, taxType: 5 }];

function saleOf({ posNumber, voucherType }: SharedSequence, random: Random): Record<string, unknown> {
  const price = nextPrice();
  const registered = { docType: 80, docNumber: "30710151543", name: "Librería del Sur S.R.L.", taxType: 1 };
  return invoiceB({
    idempotency: `sale-${price}`,
    posNumber,
    voucherType,
    items: itemsAt(price),
    ...(voucherType === 1 && { customer: registered }),
    // The old date is too far back: the authority refuses it.
    voucherDate: random.chance(0.04) ? "20240102" : today(),
    ...(random.chance(0.05) && { emails: [{ email: `client-${price}@example.com` }] }),
  });
}
