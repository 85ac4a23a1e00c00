import { isFinal } from "../../support/readers/exchange.js";
import { type Answer, answer } from "./answers.js";
import { type ApiDeps, type Asked, issueVoucher } from "./api.js";
import { dateOf } from "./authority.js";
import type { Parts } from "./parts.js";
import type { Process } from "./process.js";
import { describeSale, type Sale } from "./sale.js";

/** Callers that follow the client rule of api/README.md: one key for one sale, sent again until the answer is final. */
export function startClients(parts: Parts, apis: Process[], depsOf: (process: Process) => ApiDeps) {
  const { world } = parts;
  const { random, scheduler, circumstances } = world;
  const keys: string[] = [];
  const closesAtMs = Math.min(circumstances.faultsEndMs, circumstances.endMs - 40_000);
  let waiting = 0;
  let requests = 0;

  const after = (delayMs: number) => new Promise<void>((resolve) => scheduler.after(delayMs, resolve));
  const isOpenForBusiness = () => scheduler.nowMs() < closesAtMs;

  async function run(name: string): Promise<void> {
    await after(random.between(0, 5_000));
    for (let sales = random.integer(1, 4); sales > 0 && isOpenForBusiness(); sales--) {
      // Sometimes a caller sends a key again much later, also another caller's key, which may still be in use.
      const known = keys.length > 0 && random.chance(0.3) ? random.pick([keys[0] ?? "", ...keys]) : undefined;
      const key = known ?? `sale-${keys.length + 1}`;
      if (!known) keys.push(key);
      await sell(name, key, chooseSale());
      await after(
        random.chance(0.5) ? random.between(0, 200) : random.between(0, (closesAtMs - scheduler.nowMs()) / 2),
      );
    }
  }

  function chooseSale(): Sale {
    return {
      voucherType: random.pick(circumstances.voucherTypes),
      total: random.pick(["100.00", "100.00", "250.00", "100.03"]),
      date: dateOf(parts.books.day - (random.chance(0.2) ? 1 : 0)),
      document: random.chance(0.1) ? "unreadable" : "0",
    };
  }

  async function sell(name: string, key: string, first: Sale): Promise<void> {
    let sale = first;
    for (let tries = 1; ; tries++) {
      if (world.fault("clientDies")) return world.tell(name, `dies and leaves ${key}`);
      const asked: Asked = { key, sale, requestId: `${name}-${++requests}` };
      world.tell(name, `asks ${asked.requestId}: ${key}, ${describeSale(sale)}`);
      // A proxy or an impatient user may send it twice.
      const asks = world.fault("requestDoubled") ? [ask(asked), ask(asked)] : [ask(asked)];
      const answered = await Promise.race(asks);
      world.tell(name, `gets ${answered.status} ${answered.code} for ${asked.requestId}`);
      if (isFinal(answered)) return;
      if (circumstances.mode === "safety" && tries > 12) return;
      if (random.chance(0.1)) sale = chooseSale();
      await after(random.between(100, 4_000));
    }
  }

  /** The answer; 500 when the connection broke or stayed silent. */
  function ask(asked: Asked): Promise<Answer> {
    return new Promise((resolve) => {
      const broken = () => resolve({ status: 500, code: "the connection broke" });
      const [first, ...others] = apis.filter((api) => api.isAlive());
      if (!first) return void scheduler.after(random.between(1, 500), broken);
      const api = random.pick([first, ...others]);
      api.whenKilled(broken);
      scheduler.after(circumstances.requestTimeoutMs + random.between(1_000, 20_000), broken);
      api.later(random.between(1, 60), () =>
        issueVoucher(depsOf(api), asked).then(
          (ending) => resolve(answer(parts, asked, ending)),
          () => resolve({ status: 500, code: "" }),
        ),
      );
    });
  }

  for (let at = 1; at <= circumstances.clients; at++) {
    waiting++;
    run(`client-${at}`).then(() => {
      waiting--;
    });
  }
  return { areDone: () => waiting === 0 };
}
