import { expect, test } from "vitest";
import type { AuthorityAccess, IssuanceStore, IssuerDeps } from "../../../issuer/deps.js";
import { drainSequence } from "../../../issuer/drain-sequence.js";
import { createKeptSequences } from "../../../issuer/kept-sequences.js";
import type { TakenSequence } from "../../../shared/db/sequences.js";
import { createLog } from "../../../shared/log.js";

const key = { companyId: 1, production: false, posNumber: 1, voucherType: 6 };
const other = { ...key, voucherType: 11 };
const taken = (epoch: number): TakenSequence => ({ id: 1, key, epoch, lastNumber: 41, lastDate: null });

/** An issuer whose sequence nobody waits in; `epoch` is the one that the database has. */
function openIssuer() {
  let nowMs = 0;
  const done: string[] = [];
  const database = { epoch: 1, access: "open" as "open" | "unavailable", held: true };
  const store: Pick<IssuanceStore, "takeSequence" | "submitNext" | "hasQueued" | "listSubmissions" | "settleQueued"> = {
    async takeSequence() {
      database.epoch += 1;
      done.push(`take ${database.epoch}`);
      return taken(database.epoch);
    },
    async submitNext({ epoch }) {
      done.push(`submit under ${epoch}`);
      return epoch === database.epoch ? { outcome: "empty" } : { outcome: "lost" };
    },
    hasQueued: async () => false,
    listSubmissions: async () => [],
    settleQueued: async () => [],
  };
  const authority: AuthorityAccess = {
    async open() {
      if (database.access === "open") return { outcome: "open", session: {} as never };
      return { outcome: "unavailable", reason: { code: "TAXAUTH_CONNECTION_ERROR", cause: "away" } };
    },
  };
  const deps = {
    store: store as IssuanceStore,
    authority,
    lock: { tryTake: async () => ({ isHeld: () => database.held, release: async () => undefined }) },
    kept: createKeptSequences(() => nowMs),
    clock: { monotonicMs: () => nowMs, sleep: async () => undefined },
    batchMax: 1,
    log: createLog("test", "silent"),
  } as unknown as IssuerDeps;
  return {
    database,
    done,
    later(ms: number) {
      nowMs += ms;
    },
    async drain() {
      done.length = 0;
      return { result: await drainSequence(deps, key), done: [...done] };
    },
  };
}

test("a sequence that nobody else took is served on under its epoch", async () => {
  const { drain } = openIssuer();
  expect((await drain()).done).toEqual(["take 2", "submit under 2"]);
  expect((await drain()).done).toEqual(["submit under 2"]);
  expect((await drain()).done).toEqual(["submit under 2"]);
});

test("once somebody else took it, it is taken anew", async () => {
  const { database, drain } = openIssuer();
  await drain();
  database.epoch += 1;
  expect(await drain()).toEqual({ result: "drained", done: ["submit under 2", "take 4", "submit under 4"] });
});

test("it is taken anew after a minute, and after the authority could not be opened", async () => {
  const { database, later, drain } = openIssuer();
  await drain();
  later(60_000);
  expect((await drain()).done).toEqual(["take 3", "submit under 3"]);
  database.access = "unavailable";
  expect(await drain()).toEqual({ result: "closed", done: ["take 4"] });
  database.access = "open";
  expect((await drain()).done).toEqual(["submit under 3", "take 5", "submit under 5"]);
});

test("what was lost with the lock is left to whoever has it", async () => {
  const { database, drain } = openIssuer();
  await drain();
  database.held = false;
  expect(await drain()).toEqual({ result: "lost", done: [] });
});

test("one drain alone gets it back, of its own sequence", () => {
  const kept = createKeptSequences(() => 0);
  kept.keep(taken(7));
  expect(kept.reclaim(other)).toBeUndefined();
  expect(kept.reclaim(key)).toEqual(taken(7));
  expect(kept.reclaim(key)).toBeUndefined();
});
