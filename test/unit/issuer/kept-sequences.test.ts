import { expect, test } from "vitest";
import type { AuthorityAccess, AuthoritySession, IssuanceStore, IssuerDeps } from "../../../issuer/deps.js";
import { drainSequence } from "../../../issuer/drain-sequence.js";
import { createKeptSequences } from "../../../issuer/kept-sequences.js";
import type { TakenSequence } from "../../../shared/db/sequences.js";
import type { Submission } from "../../../shared/db/submissions.js";
import { createLog } from "../../../shared/log.js";
import { untold } from "../../chaos/simulation/store.js";
import { submission } from "./submission.js";

const key = { companyId: 1, production: false, posNumber: 1, voucherType: 6 };
const other = { ...key, voucherType: 11 };
const taken = (epoch: number): TakenSequence => ({ id: 1, key, epoch, lastNumber: 41, lastDate: null });

/** An issuer; `epoch` is the one that the database has, `waits` how many are in line. */
function openIssuer() {
  let nowMs = 0;
  const done: string[] = [];
  const database = {
    epoch: 1,
    access: "open" as "open" | "unavailable",
    lock: "free" as "free" | "taken" | "away",
    waits: 0,
  };
  const store: Pick<
    IssuanceStore,
    "takeSequence" | "submitNext" | "approve" | "hasQueued" | "listSubmissions" | "settleQueued"
  > = {
    async takeSequence() {
      database.epoch += 1;
      done.push(`take ${database.epoch}`);
      return taken(database.epoch);
    },
    async submitNext({ epoch }) {
      done.push(`submit under ${epoch}`);
      if (epoch !== database.epoch) return { outcome: "lost" };
      if (database.waits === 0) return { outcome: "empty" };
      database.waits -= 1;
      return { outcome: "submitted", submissions: [submission] };
    },
    async approve({ epoch }, approvals) {
      done.push(`approve under ${epoch}`);
      return { approved: approvals.map((one) => ({ ...one, voucherId: 1, progress: untold })), othersWait: true };
    },
    hasQueued: async () => false,
    listSubmissions: async () => [],
    settleQueued: async () => [],
  };
  const session = {
    async requestCae(submissions: Submission[]) {
      done.push("ask");
      return submissions.map(() => ({
        outcome: "approved",
        cae: "70000000000001",
        caeExpirationDate: "20261201",
        observations: [],
      }));
    },
  } as unknown as AuthoritySession;
  const authority: AuthorityAccess = {
    async open() {
      if (database.access === "open") return { outcome: "open", session };
      return { outcome: "unavailable", reason: { code: "TAXAUTH_CONNECTION_ERROR", cause: "away" } };
    },
  };
  const deps = {
    store: store as IssuanceStore,
    authority,
    lock: {
      async tryTake() {
        if (database.lock === "away") throw new Error("Redis is away");
        return database.lock === "free" ? { isHeld: () => true, release: async () => undefined } : undefined;
      },
    },
    announce: () => undefined,
    followUp: () => undefined,
    kept: createKeptSequences(() => nowMs),
    clock: { monotonicMs: () => nowMs, sleep: async () => undefined },
    batchMax: 1,
    log: createLog("test", "silent"),
  } as unknown as IssuerDeps;
  return {
    database,
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
  expect((await drain()).done).toEqual(["take 5", "submit under 5"]);
});

test("what was begun while another has the lock, or nobody can, is ended, and nothing more is begun", async () => {
  const { database, drain } = openIssuer();
  await drain();
  database.lock = "taken";
  database.waits = 2;
  expect(await drain()).toEqual({ result: "busy", done: ["submit under 2", "ask", "approve under 2"] });
  expect(await drain(), "it is kept no more").toEqual({ result: "busy", done: [] });

  database.lock = "free";
  expect((await drain()).done.at(-1)).toBe("submit under 3");
  database.lock = "away";
  expect(await drain()).toEqual({ result: "busy", done: ["submit under 3"] });
  await expect(drain()).rejects.toThrow("Redis is away");
});

test("one drain alone gets it back, of its own sequence", () => {
  const kept = createKeptSequences(() => 0);
  kept.keep(taken(7));
  expect(kept.reclaim(other)).toBeUndefined();
  expect(kept.reclaim(key)).toEqual(taken(7));
  expect(kept.reclaim(key)).toBeUndefined();
});
