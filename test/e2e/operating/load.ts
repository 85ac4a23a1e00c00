import { setTimeout as sleep } from "node:timers/promises";
import { type Balancer, createBalancer } from "../../chaos/sigterm/balancer.js";
import type { ProcessName, System } from "../../support/processes/system.js";
import { type Invoice, invoiceOf, post } from "../faults/fault-system.js";

/** Between two sales of a shop: PDFs and mails of all of them are printed and sent beside, on the same two processors. */
const paceMs = 250;

/** Shops that sell all the time, one at each point of sale, through a balancer. */
export interface Load {
  balancer: Balancer;
  /** Resolves when so many more sales have their voucher. Gives what happened meanwhile. */
  sell(count: number): Promise<string>;
  /** Ends it when each sale has its voucher. Gives them. */
  stop(): Promise<{ sold: Invoice[]; slowestMs: number; tries: Map<number, number> }>;
}

interface Sale {
  ms: number;
  /** The answers before the voucher: 0 is a connection that failed. */
  refusals: number[];
}

export function startLoad(system: System, places: number, apis: readonly ProcessName[]): Load {
  const balancer = createBalancer(apis);
  const [sold, sales]: [Invoice[], Sale[]] = [[], []];
  let isOver = false;

  async function sellOne(posNumber: number): Promise<void> {
    const emails = [{ email: "cliente@example.com" }];
    const body = invoiceOf(0, { posNumber, emails });
    const begun = performance.now();
    const refusals: number[] = [];
    for (;;) {
      const answer = await post(system, body, { via: balancer.next() }).catch(() => undefined);
      if (answer && (answer.status === 201 || answer.status === 200)) break;
      refusals.push(answer?.status ?? 0);
      // As clients are told to: the same key, a moment later.
      await sleep(100);
    }
    sold.push(body);
    sales.push({ ms: performance.now() - begun, refusals });
  }
  const shops = Array.from({ length: places }, async (_, at) => {
    for (; !isOver; await sleep(paceMs)) await sellOne(at + 1);
  });

  return {
    balancer,
    async sell(count) {
      const from = sales.length;
      while (sales.length < from + count) await sleep(20);
      const since = sales.slice(from);
      const slowest = Math.max(...since.map(({ ms }) => ms));
      const refusals = since.flatMap((sale) => sale.refusals);
      return `${since.length} sales, slowest ${(slowest / 1000).toFixed(2)} s, other answers: ${refusals.join(" ") || "none"}`;
    },
    async stop() {
      isOver = true;
      await Promise.all(shops);
      const tries = new Map<number, number>();
      for (const status of sales.flatMap(({ refusals }) => refusals)) tries.set(status, (tries.get(status) ?? 0) + 1);
      return { sold, slowestMs: Math.max(...sales.map(({ ms }) => ms)), tries };
    },
  };
}
