import { dateOf } from "./authority.js";
import type { Company } from "./companies.js";
import { furtherOfSale } from "./further.js";
import type { Parts } from "./parts.js";
import type { Process } from "./process.js";
import type { Sale } from "./sale.js";

/** What all clients of a company share: their keys, what they sell, and their connections. */
export interface Shop {
  company: Company;
  after(delayMs: number): Promise<void>;
  isOpen(): boolean;
  /** Until closing time. */
  leftMs(): number;
  /** A new key, or one that a client has used before and that may still be in use. */
  chooseKey(): string;
  newKey(): string;
  chooseSale(): Sale;
  /** One that can be issued under CAEA, too. */
  choosePlainSale(): Sale;
  /** Calls one of the api processes. `broken` when the connection broke or stayed silent. */
  call<Answer>(ask: (api: Process) => Promise<Answer>, broken: Answer): Promise<Answer>;
}

/** The shops of all companies. */
export const openShops = (parts: Parts, apis: Process[]): [Shop, ...Shop[]] => {
  const [first, ...others] = parts.world.circumstances.companies;
  return [openShop(parts, apis, first), ...others.map((company) => openShop(parts, apis, company))];
};

function openShop({ world, books }: Parts, apis: Process[], company: Company): Shop {
  const { random, scheduler, circumstances } = world;
  const keys: string[] = [];
  let chosen = 0;
  const newKey = () => {
    keys.push(`sale-${keys.length + 1}`);
    return `sale-${keys.length}`;
  };
  const closesAtMs = Math.min(circumstances.faultsEndMs, circumstances.endMs - 40_000);

  const choosePosition = () => ({
    posNumber: random.pick(company.points).posNumber,
    voucherType: random.pick(circumstances.voucherTypes),
  });

  return {
    company,
    after: (delayMs) => new Promise<void>((resolve) => scheduler.after(delayMs, resolve)),
    isOpen: () => scheduler.nowMs() < closesAtMs,
    leftMs: () => closesAtMs - scheduler.nowMs(),
    chooseKey() {
      const known =
        keys.length > 0 && random.chance(circumstances.sharedKeys) ? random.pick([keys[0] ?? "", ...keys]) : undefined;
      return known ?? newKey();
    },
    newKey,
    chooseSale: () => ({
      further: furtherOfSale(chosen++),
      ...choosePosition(),
      total: random.pick(["100.00", "100.00", "250.00", "100.03"]),
      date: dateOf(books.day - (random.chance(0.2) ? 1 : 0)),
      document: random.chance(0.1) ? "unreadable" : random.chance(0.1) ? "short" : "0",
      contingency: random.chance(circumstances.contingency?.never ?? 0) ? "never" : null,
    }),
    choosePlainSale: () => ({
      ...choosePosition(),
      total: "100.00",
      date: dateOf(books.day),
      document: "0",
      contingency: null,
      further: "none",
    }),
    call: (ask, broken) =>
      new Promise((resolve) => {
        const breaks = () => resolve(broken);
        const [first, ...others] = apis.filter((api) => api.isAlive());
        if (!first) return void scheduler.after(random.between(1, 500), breaks);
        const api = random.pick([first, ...others]);
        api.whenKilled(breaks);
        scheduler.after(circumstances.requestTimeoutMs + random.between(1_000, 20_000), breaks);
        api.later(random.between(1, 60), () => ask(api).then(resolve, breaks));
      }),
  };
}
