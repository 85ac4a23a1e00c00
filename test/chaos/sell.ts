import { setTimeout as sleep } from "node:timers/promises";
import type { System } from "../support/processes/open-system.js";
import type { ProcessName } from "../support/processes/service-processes.js";
import { isFinal } from "../support/readers/exchange.js";
import { identified, invoiceB } from "../support/samples/invoice.js";

export interface Selling {
  /** Sales without a final answer yet. */
  open(): number;
  /** Sales with a final answer. */
  sold(): number;
  stop(): void;
  done: Promise<void>;
}

interface SellOptions {
  /** How many sales to make; without it, sells until `stop`. */
  sales?: number;
  callers: number;
  /** Uses points of sale 1 to this number; each is one sequence. */
  sequences: number;
  /** The pause of a caller between two sales. */
  pauseMs?: number;
  /** Chooses the API process for the next request. */
  via: () => ProcessName;
}

/**
 * Follows the client rule: one key for each sale, repeated until the answer is final.
 * Source: api/README.md, "Errors", note 5.
 */
export function startSelling(
  system: System,
  { sales = Number.POSITIVE_INFINITY, callers, sequences, pauseMs = 0, via }: SellOptions,
): Selling {
  let begun = 0;
  let ended = 0;
  let isStopped = false;

  async function sell(sale: number): Promise<void> {
    const body = invoiceB({
      idempotency: `sale-${sale}`,
      posNumber: 1 + (sale % sequences),
      items: [{ description: "Yerba mate 1 kg", quantity: 1, price: 1_000 + sale, taxType: 5 }],
      customer: identified,
    });
    for (let tries = 0; ; tries++) {
      const answer = await system
        .request("/invoices", { method: "POST", body, via: via(), signal: AbortSignal.timeout(60_000) })
        .catch(() => undefined);
      if (answer && isFinal({ status: answer.status, code: answer.body.code })) return;
      const wishedMs = Number(answer?.headers.get("retry-after") ?? 0) * 1_000;
      await sleep(wishedMs > 0 ? Math.min(wishedMs, 5_000) : Math.min(2_000, 100 * 2 ** tries));
    }
  }

  async function call(): Promise<void> {
    while (!isStopped && begun < sales) {
      begun += 1;
      await sell(begun);
      ended += 1;
      await sleep(pauseMs);
    }
  }
  const done = Promise.all(Array.from({ length: callers }, call)).then(() => undefined);
  return {
    open: () => begun - ended,
    sold: () => ended,
    stop: () => {
      isStopped = true;
    },
    done,
  };
}

export async function addPointsOfSale({ sql }: System, count: number): Promise<void> {
  await sql(
    `INSERT INTO point_of_sale (company_id, production, number, name)
     SELECT c.id, false, number, 'Chaos' FROM company c, generate_series(1, $1::int) number WHERE c.code = 'demo'
     ON CONFLICT DO NOTHING`,
    [count],
  );
}
