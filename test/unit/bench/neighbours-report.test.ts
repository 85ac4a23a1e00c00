import { expect, test } from "vitest";
import {
  describePrints,
  goalsOf,
  latencyTable,
  perSecond,
  processorTable,
  summarise,
  type Turn,
} from "../../bench/neighbours-report.js";

const turnOf = (over: Partial<Turn>): Turn => ({
  kind: "logos",
  state: "alone",
  samplesMs: [10, 20, 30],
  notIssued: {},
  cores: { api: 0.1, postgres: 0.2 },
  loopP99Ms: 11,
  answers: {},
  seconds: 0,
  ...over,
});

const alone = [turnOf({}), turnOf({ samplesMs: [10, 20, 40], cores: { api: 0.3, postgres: 0.2 } })];

test("the samples of all rounds are compared with those of the turns alone", () => {
  const beside = [
    turnOf({ state: "beside", samplesMs: [20, 22, 40], answers: { 200: 30, 429: 10 }, seconds: 2 }),
    turnOf({ state: "beside", samplesMs: [22, 22, 44], answers: { 200: 10, none: 4 }, seconds: 2, loopP99Ms: 50 }),
  ];
  const summary = summarise([...alone, ...beside]);

  expect(summary.ratio).toEqual({ p50: 22 / 20, p99: 44 / 40 });
  expect(latencyTable([summary]).split("\n")[1]?.split(/\s+/)).toEqual([
    "logos",
    "20",
    "22",
    "1.10x",
    "40",
    "44",
    "1.10x",
    "0",
    "10",
    "3",
    "1",
  ]);
  expect(processorTable([summary], ["api", "postgres", "mailer"]).split("\n")[1]).toMatch(
    /^logos\s+20 > 10\s+20 > 20\s+-\s+40 > 30\s+11 > 50$/,
  );
  expect(goalsOf([summary])).toEqual({
    "logos: p50 and p99 at most 1.3 times as long": true,
    "logos: every voucher of the quiet company was issued": true,
  });
});

test("a slower 99th percentile alone misses the goal, and so does a voucher that was not issued", () => {
  const slow = turnOf({ state: "beside", samplesMs: [10, 20, 53], notIssued: { 504: 2 } });
  const summary = summarise([...alone, slow]);

  expect(Object.values(goalsOf([summary]))).toEqual([false, false]);
  expect(latencyTable([summary])).toContain("2 x 504");
});

test("answers are told apart into served, refused and failed, and a missing answer failed", () => {
  expect(perSecond({ 200: 1, 201: 3, 401: 4, 429: 6, 500: 1, 504: 2, none: 3 }, 2)).toEqual({
    served: 2,
    refused: 5,
    failed: 3,
  });
});

test("the waiting for PDFs is told only where there was a renderer", () => {
  const printed = { afterS: [0.5, 1.5, 2.5], missing: 4 };
  const turns = [turnOf({ printed: { afterS: [0.2], missing: 0 } }), turnOf({ state: "beside", printed })];

  expect(describePrints([summarise(turns)])).toEqual([
    "logos: the quiet company's PDFs: alone 1 printed, p50 0.2 s, 0 not yet; beside 3 printed, p50 1.5 s, 4 not yet",
  ]);
  expect(describePrints([summarise(alone)])).toEqual([]);
});
