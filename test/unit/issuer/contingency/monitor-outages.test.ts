import { expect, test } from "vitest";
import { monitorOutages } from "../../../../issuer/contingency/monitor-outages.js";
import type { Outage } from "../../../../shared/db/contingency/silence.js";

const company: Outage = {
  ...{ companyId: 1, production: true, silentSinceMs: null, issuingSinceMs: null, activeSinceMs: null, byHand: false },
  ...{ readySinceMs: null, refused: 0, nowMs: 100_000 },
};

/** What one round does about these companies. */
async function round(watched: Partial<Outage>[], { begins = false, free = 5 } = {}) {
  const done: string[] = [];
  await monitorOutages({
    afterMs: 60_000,
    doubtKeepsMs: 75_000,
    refusalsEnd: 3,
    listOutages: async () => watched.map((changes) => ({ ...company, ...changes })),
    recordCalls: async () => void done.push("note"),
    async begin() {
      done.push("begin");
      return begins ? [company] : [];
    },
    endDespiteDoubt: async () => void done.push("end"),
    endRefused: async () => void done.push("end refused"),
    freePlaces: () => free,
    async claimProbes(production, limit) {
      done.push(`claim ${limit} of ${production ? "production" : "homologation"}`);
      return [{ ...company, isActive: false, sequence: null }];
    },
    startProbe: () => done.push("probe"),
    wakeLines: (tenants) => done.push(`wake ${tenants.length}`),
  });
  return done;
}

const asks = ["claim 5 of production", "probe"];

test("while all is well, nothing is asked", async () => {
  expect(await round([])).toEqual(["note"]);
});

test("what was heard is written down before anything begins", async () => {
  expect(await round([{ silentSinceMs: 40_001 }])).toEqual(["note", ...asks]);
  expect(await round([{ silentSinceMs: 40_000 }])).toEqual(["note", "begin", ...asks]);
  expect(await round([{ silentSinceMs: 40_000 }], { begins: true })).toEqual(["note", "begin", "wake 1", ...asks]);
  expect(await round([{ issuingSinceMs: 40_000 }])).toEqual(["note", "begin", ...asks]);
});

test("one statement serves many companies, of one environment each", async () => {
  const many = Array.from({ length: 3_000 }, (_, at) => ({ companyId: at, silentSinceMs: 0 }));
  expect(await round(many)).toEqual(["note", "begin", ...asks]);
  const both = [...many, { production: false, silentSinceMs: 90_000 }];
  expect(await round(both)).toEqual(["note", "begin", ...asks, "claim 5 of homologation", "probe"]);
});

test("nothing is asked without a free place", async () => {
  expect(await round([{ silentSinceMs: 90_000 }], { free: 0 })).toEqual(["note"]);
});

test("while it lasts the authority is asked, but not about one begun by hand", async () => {
  const active = { silentSinceMs: 0, activeSinceMs: 60_000 };
  expect(await round([active])).toEqual(["note", ...asks]);
  expect(await round([{ ...active, byHand: true }])).toEqual(["note"]);
});

test("after questions were answered for long, a number in doubt keeps none", async () => {
  const active = { activeSinceMs: 10_000 };
  expect(await round([{ ...active, readySinceMs: 25_001 }])).toEqual(["note", ...asks]);
  expect(await round([{ ...active, readySinceMs: 25_000 }])).toEqual(["note", "end", ...asks]);
});

test("one that ends by itself is over after three refusals of the company alone", async () => {
  const active = { silentSinceMs: 0, activeSinceMs: 60_000 };
  expect(await round([{ ...active, refused: 2 }])).toEqual(["note", ...asks]);
  expect(await round([{ ...active, refused: 3 }])).toEqual(["note", "end refused", ...asks]);
});
