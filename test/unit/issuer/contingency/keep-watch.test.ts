import { expect, test } from "vitest";
import { keepWatch } from "../../../../issuer/contingency/keep-watch.js";
import type { Watched } from "../../../../shared/db/contingency/silence.js";

const company: Watched = {
  ...{ companyId: 1, production: true, code: "demo", unanswered: 2, byHand: false },
  ...{ silentSinceMs: null, activeSinceMs: null, probedAtMs: null, nowMs: 100_000 },
};

/** What one round does about a company. */
async function round(changes: Partial<Watched>, { begins = true, claims = true } = {}) {
  const done: string[] = [];
  await keepWatch({
    afterMs: 60_000,
    listWatched: async () => [{ ...company, ...changes }],
    async claimProbe(_tenant, everyMs) {
      done.push(`claim every ${everyMs}`);
      return claims;
    },
    startProbe: () => done.push("probe"),
    async begin() {
      done.push("begin");
      return begins;
    },
    async wakeLines() {
      done.push("wake");
    },
  });
  return done;
}

test("a silence is probed, and begins a contingency once it has lasted", async () => {
  expect(await round({ silentSinceMs: 40_001 })).toEqual(["claim every 10000", "probe"]);
  expect(await round({ silentSinceMs: 40_000 })).toEqual(["begin", "wake", "claim every 10000", "probe"]);
  expect(await round({ silentSinceMs: 40_000 }, { begins: false, claims: false })).toEqual([
    "begin",
    "claim every 10000",
  ]);
});

test("while it lasts the authority is asked at least every 15 seconds, but not about one begun by hand", async () => {
  const active = { silentSinceMs: 0, activeSinceMs: 60_000 };
  expect(await round(active)).toEqual(["claim every 10000", "probe"]);
  expect(await round({ ...active, byHand: true })).toEqual([]);
});
