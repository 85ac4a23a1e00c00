import { setTimeout as sleep } from "node:timers/promises";
import type { System } from "../../support/processes/open-system.js";
import type { Exchange } from "../../support/readers/exchange.js";
import type { Violation } from "../../support/readers/violations.js";
import type { Random } from "../../support/samples/random.js";
import type { Tenant } from "./sequences.js";

interface Strangers {
  /** Ends it and gives the violations that were seen. */
  stop(): Promise<Violation[]>;
  asked(): number;
}

/** I14: asks once a second, with the key of another company or environment, for a voucher that somebody was told of. Nobody may get it. */
export function startStrangers(system: System, random: Random, tenants: Tenant[]): Strangers {
  const seen: Violation[] = [];
  let asked = 0;
  let isStopped = false;

  async function ask(): Promise<void> {
    const exchange = random.pick(system.told.slice(-500));
    const id = exchange.answer?.result?.id;
    if (!id) return;
    const others = tenants.filter(
      ({ company, production }) => company !== exchange.company || production !== exchange.production,
    );
    const stranger = random.pick(others);
    // At its own address, and at the address of the company that it is not.
    for (const company of new Set([stranger.company, exchange.company])) {
      const path = random.pick([`/invoices/${id}`, `/invoices?id=${id}`]);
      const { status, body } = await system.request<unknown>(path, {
        company,
        key: stranger.key,
        signal: AbortSignal.timeout(20_000),
      });
      asked += 1;
      seen.push(...judgeStranger({ id, of: exchange, by: stranger }, { status, result: body.result }));
    }
  }

  const asking = (async () => {
    while (!isStopped) {
      await sleep(1_000);
      // Processes and servers are away at times.
      await ask().catch(() => undefined);
    }
  })();
  return {
    asked: () => asked,
    async stop() {
      isStopped = true;
      await asking;
      return seen;
    },
  };
}

type Whose = Pick<Exchange, "company" | "production">;

/** Whoever asks for another's voucher gets nothing, and no list has it. */
export function judgeStranger(
  { id, of, by }: { id: number; of: Whose; by: Whose },
  { status, result }: { status: number; result: unknown },
): Violation[] {
  if (status !== 200 || (Array.isArray(result) && result.length === 0)) return [];
  const text = `a key of ${by.company}/${by.production} reads voucher ${id} of ${of.company}/${of.production}`;
  return [{ invariant: "I14", text }];
}

/** I14: each company lists its own vouchers in each environment, all of them and no others. Call it when nothing is under way. */
export async function judgeListings(system: System, tenants: Tenant[]): Promise<Violation[]> {
  const judged = await Promise.all(
    tenants.map(async ({ company, production, key }) => {
      const own = await system.sql<{ id: number }>(
        "SELECT v.id FROM voucher v JOIN company c ON c.id = v.company_id WHERE c.code = $1 AND v.production = $2 ORDER BY v.id",
        [company, production],
      );
      const listed = await listAll(system, company, key);
      return judgeListing(
        { company, production },
        own.map(({ id }) => id),
        listed,
      );
    }),
  );
  return judged.flat();
}

/** @param own the ids of its vouchers, and `listed` those that it is shown, in the order of their ids */
export function judgeListing({ company, production }: Whose, own: number[], listed: number[]): Violation[] {
  if (own.join() === listed.join()) return [];
  const wrong = listed.filter((id) => !own.includes(id));
  const text = `${company}/${production} has ${own.length} vouchers and lists ${listed.length}, ${wrong.length} of them another's`;
  return [{ invariant: "I14", text }];
}

/** A busy machine, or a limit, may refuse a page: it is asked for again. @throws Error with the last answer after a minute */
async function askUntilListed(system: System, path: string, as: { company: string; key: string }) {
  const untilMs = performance.now() + 60_000;
  for (;;) {
    const { status, body } = await system.request<{ id: number }[]>(path, as);
    if (body.ok) return body;
    if (performance.now() > untilMs) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    await sleep(1_000);
  }
}

async function listAll(system: System, company: string, key: string): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const path = `/invoices?limit=200&offset=${ids.length}&ordering=id`;
    const { result, total } = await askUntilListed(system, path, { company, key });
    ids.push(...result.map(({ id }) => id));
    if (ids.length >= total || result.length === 0) return ids;
  }
}
