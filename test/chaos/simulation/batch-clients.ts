import { type ApiDeps, cancelBatch, readBatch, sendBatch } from "./api.js";
import type { NewBatch } from "./batches.js";
import type { Parts } from "./parts.js";
import type { Process } from "./process.js";
import type { BatchRow } from "./rows.js";
import type { Shop } from "./shop.js";

/** Clients that send many sales at once, and look now and then what became of them. Some change their mind and cancel. */
export function startBatchClients({ world }: Parts, shops: [Shop, ...Shop[]], depsOf: (process: Process) => ApiDeps) {
  const { random, circumstances } = world;
  let waiting = 0;
  let requests = 0;

  async function run(name: string, shop: Shop): Promise<void> {
    await shop.after(random.between(0, 10_000));
    for (let batches = random.integer(1, 3); batches > 0 && shop.isOpen(); batches--) {
      const keys = Array.from({ length: random.pick([1, 3, 6, 12]) }, () => shop.chooseKey());
      await sell(
        name,
        shop,
        [...new Set(keys)].map((key) => ({ key, sale: shop.chooseSale() })),
      );
      await shop.after(random.between(0, shop.leftMs() / 2));
    }
  }

  /** Sends them again when it is unknown whether they were recorded, or when a failover forgot them. */
  async function sell(name: string, shop: Shop, sales: NewBatch["sales"]): Promise<void> {
    for (let tries = 1; circumstances.mode === "liveness" || tries <= 6; tries++) {
      if (world.fault("clientDies")) return world.tell(name, "dies before its batch");
      const batch = { companyId: shop.company.id, requestId: `${name}-${++requests}`, sales };
      world.tell(name, `sends ${batch.requestId}: ${sales.map(({ key }) => key).join(", ")}`);
      const id = await shop.call<number | undefined>((api) => sendBatch(depsOf(api), batch), undefined);
      if (id !== undefined && (await follow(name, shop, id)) === "over") return;
      await shop.after(random.between(100, 4_000));
    }
  }

  async function follow(name: string, shop: Shop, id: number): Promise<"over" | "forgotten"> {
    for (;;) {
      await shop.after(random.between(100, 5_000));
      if (world.fault("clientDies")) return "over";
      if (random.chance(0.1)) await shop.call((api) => cancelBatch(depsOf(api), id), undefined);
      const answered = await shop.call<BatchRow | undefined | "broken">((api) => readBatch(depsOf(api), id), "broken");
      if (answered === undefined) return "forgotten";
      if (answered === "broken" || !answered.isFinished) continue;
      const told = answered.elements.map(({ key, state, outcome }) => `${key} ${outcome?.code ?? state}`);
      world.tell(name, `batch ${id} is over: ${told.join(", ")}`);
      return "over";
    }
  }

  for (let at = 1; at <= circumstances.batchClients; at++) {
    waiting++;
    run(`batcher-${at}`, random.pick(shops)).then(() => {
      waiting--;
    });
  }
  return { areDone: () => waiting === 0 };
}
