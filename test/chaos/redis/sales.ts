import { setTimeout as sleep } from "node:timers/promises";
import type { System } from "../../support/processes/system.js";
import { invoiceB } from "../../support/samples/invoice.js";

export interface Sale {
  startedAtMs: number;
  ms: number;
  /** 0 without an answer. */
  status: number;
}

let lastKey = 0;

/**
 * Sells at a steady pace, whatever the answers do, over these points of sale in turn, until it is stopped. `stop` gives the sales once
 * all are answered.
 */
export function startSelling(system: System, { perSecond, positions }: { perSecond: number; positions: number[] }) {
  const sales: Promise<Sale>[] = [];
  let isStopped = false;
  let began = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    began = resolve;
  });

  async function sell(posNumber: number): Promise<Sale> {
    lastKey += 1;
    const startedAtMs = performance.now();
    const body = invoiceB({
      idempotency: `steady-${lastKey}`,
      posNumber,
      items: [{ description: "Yerba mate 1 kg", quantity: 1, price: 1_000 + lastKey, taxType: 5 }],
    });
    const status = await system
      .request("/invoices", { method: "POST", body })
      .then((answer) => answer.status)
      .catch(() => 0);
    return { startedAtMs, ms: performance.now() - startedAtMs, status };
  }

  const selling = (async () => {
    // The first sale of a sequence takes longer.
    await Promise.all(positions.map(sell));
    const beganMs = performance.now();
    began();
    for (let count = 0; !isStopped; count++) {
      sales.push(sell(positions[count % positions.length] ?? 1));
      await sleep(Math.max(0, beganMs + ((count + 1) * 1_000) / perSecond - performance.now()));
    }
  })();
  return {
    begun,
    async stop(): Promise<Sale[]> {
      isStopped = true;
      await selling;
      return Promise.all(sales);
    },
  };
}

/** The time below which this share of the sales were answered; 0 without sales. */
export function percentile(sales: Sale[], share: number): number {
  const times = sales.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}
