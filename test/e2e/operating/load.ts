import { setTimeout as sleep } from "node:timers/promises";
import type { Balancer } from "../../chaos/sigterm/balancer.js";
import type { System } from "../../support/processes/system.js";
import { type Invoice, invoiceOf, post } from "../faults/fault-system.js";

/** Between two sales of a shop: PDFs and mails of all of them are printed and sent beside, on the same two processors. */
const paceMs = 250;

/** Shops that sell all the time. */
export interface Load {
  /** Resolves when so many more sales have their voucher. Gives what happened meanwhile. */
  sell(count: number): Promise<string>;
  /** Ends it when each sale has its voucher. Gives them, and the refusals of all. */
  stop(): Promise<{ sold: Invoice[]; figures: string; refusals: string[] }>;
}

interface Sale {
  ms: number;
  /** When it had its voucher. */
  atMs: number;
  /** The answers before the voucher, or how a connection failed. */
  refusals: string[];
}

/** One at each point of sale, through the balancer. */
export function startLoad(system: System, places: number, balancer: Balancer): Load {
  const [sold, sales]: [Invoice[], Sale[]] = [[], []];
  let isOver = false;

  async function sellOne(posNumber: number): Promise<void> {
    const emails = [{ email: "cliente@example.com" }];
    const body = invoiceOf(0, { posNumber, emails });
    const begun = performance.now();
    const refusals: string[] = [];
    for (;;) {
      const via = balancer.next();
      const status = await post(system, body, { via }).then((answer) => answer.status, failureOf);
      if (status === 201 || status === 200) break;
      refusals.push(`${status} of ${via}`);
      // As clients are told to: the same key, a moment later.
      await sleep(100);
    }
    sold.push(body);
    const atMs = performance.now();
    sales.push({ ms: atMs - begun, atMs, refusals });
  }
  const shops = Array.from({ length: places }, async (_, at) => {
    for (; !isOver; await sleep(paceMs)) await sellOne(at + 1);
  });

  return {
    async sell(count) {
      const from = sales.length;
      while (sales.length < from + count) await sleep(20);
      return describe(sales.slice(from));
    },
    async stop() {
      isOver = true;
      await Promise.all(shops);
      return { sold, figures: describe(sales), refusals: sales.flatMap(({ refusals }) => refusals) };
    },
  };
}

/** What the system says of a connection that failed. */
function failureOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause ? `${cause.code}` : String(error);
}

function describe(sales: Sale[]): string {
  const waits = sales.map(({ ms }) => ms).sort((one, other) => one - other);
  const gaps = sales.slice(1).map(({ atMs }, before) => atMs - (sales[before]?.atMs ?? atMs));
  const refusals = sales.flatMap((sale) => sale.refusals);
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  return [
    `${sales.length} sales`,
    `half within ${seconds(waits[Math.floor(waits.length / 2)] ?? 0)}`,
    ...(sales.length < 100 ? [] : [`99 of 100 within ${seconds(waits[Math.ceil(waits.length * 0.99) - 1] ?? 0)}`]),
    `slowest ${seconds(waits.at(-1) ?? 0)}`,
    `longest without a voucher ${seconds(Math.max(...gaps))}`,
    `other answers: ${refusals.join(", ") || "none"}`,
  ].join(", ");
}
