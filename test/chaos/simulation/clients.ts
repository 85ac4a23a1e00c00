import { isFinal } from "../../support/readers/exchange.js";
import { type Answer, answer } from "./answers.js";
import { type ApiDeps, type Asked, issueVoucher } from "./api.js";
import { ofCompany } from "./database.js";
import type { Parts } from "./parts.js";
import type { Process } from "./process.js";
import { describeSale, type Sale } from "./sale.js";
import type { Shop } from "./shop.js";

const broken: Answer = { status: 500, code: "the connection broke" };

/** Callers that follow the client rule of api/README.md: one key for one sale, sent again until the answer is final. */
export function startClients(parts: Parts, shops: [Shop, ...Shop[]], depsOf: (process: Process) => ApiDeps) {
  const { world, database } = parts;
  const { random, circumstances } = world;
  let waiting = 0;
  let requests = 0;

  async function run(name: string, shop: Shop): Promise<void> {
    await shop.after(random.between(0, 5_000));
    for (let sales = random.integer(1, 4); sales > 0 && shop.isOpen(); sales--) {
      // Sometimes a caller sends a key again much later, also another caller's key, which may still be in use.
      await sell(name, shop, shop.chooseKey(), shop.chooseSale());
      await shop.after(random.chance(0.5) ? random.between(0, 200) : random.between(0, shop.leftMs() / 2));
    }
  }

  async function sell(name: string, shop: Shop, key: string, first: Sale): Promise<void> {
    let sale = first;
    const companyId = shop.company.id;
    for (let tries = 1; ; tries++) {
      if (world.fault("clientDies")) return world.tell(name, `dies and leaves ${key}`);
      const asked: Asked = { companyId, key, sale, requestId: `${name}-${++requests}` };
      world.tell(name, `asks ${asked.requestId}: ${key} of ${companyId}, ${describeSale(sale)}`);
      // A proxy or an impatient user may send it twice.
      const asks = world.fault("requestDoubled") ? [ask(shop, asked), ask(shop, asked)] : [ask(shop, asked)];
      const answered = await Promise.race(asks);
      world.tell(name, `gets ${answered.status} ${answered.code} for ${asked.requestId}`);
      if (isFinal(answered)) return;
      if (circumstances.mode === "safety" && tries > 12) return;
      if (random.chance(0.1)) sale = shop.chooseSale();
      await shop.after(random.between(100, 4_000));
    }
  }

  const ask = (shop: Shop, asked: Asked): Promise<Answer> =>
    shop.call(async (api) => {
      const ending = await issueVoucher(depsOf(api), asked).catch(() => undefined);
      return ending ? answer(parts, asked, ending) : { status: 500, code: "" };
    }, broken);

  /** After the faults somebody sells now and then while a contingency lasts: without a sale nobody tries the authority. */
  async function sellLate(shop: Shop): Promise<void> {
    const { id } = shop.company;
    await shop.after(circumstances.faultsEndMs + 1_000);
    for (;;) {
      const lasts = ofCompany(database.contingencies, id).activeSinceMs !== null;
      if (lasts && parts.requests.hasQuotaLeft(id))
        await sell(`late-${id}`, shop, shop.newKey(), shop.choosePlainSale());
      await shop.after(3_000);
    }
  }

  if (circumstances.contingency && circumstances.mode === "liveness") for (const shop of shops) void sellLate(shop);
  for (let at = 1; at <= circumstances.clients; at++) {
    waiting++;
    run(`client-${at}`, random.pick(shops)).then(() => {
      waiting--;
    });
  }
  return { areDone: () => waiting === 0 };
}
