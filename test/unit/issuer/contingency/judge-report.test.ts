import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ReportOutcome } from "../../../../issuer/authority/wsfe/report-reply.js";
import {
  again,
  explainForeign,
  explainGap,
  judgeAnswer,
  judgeLastNumber,
} from "../../../../issuer/contingency/judge-report.js";
import { nextStep } from "../../../../issuer/contingency/report-step.js";
import type { OpenReport } from "../../../../shared/db/contingency/reports.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";
import { numbered } from "../authority/samples.js";

const { declared } = numbered();
const report = (number: number, over: Partial<OpenReport> = {}): OpenReport => ({
  ...{ voucherId: number, issuanceId: number, number, state: "due", declared, generatedAtMs: 0, tries: 0, waitMs: 0 },
  caea: { code: "21043476341977", validFrom: "20261116" },
  followsReported: false,
  hiddenMs: null,
  ...over,
});
const noon = Date.parse("2026-11-18T15:00:00Z");
const numbersOf = (step: ReturnType<typeof nextStep>) =>
  step.do === "rest" ? step.why : step.reports.map(({ number }) => number);

describe("the next step", () => {
  test.each<[string, OpenReport[], string]>([
    ["nothing is open", [], "done"],
    ["the first was rejected", [report(1, { state: "rejected" }), report(2)], "rejected"],
    ["the first is not due", [report(1, { waitMs: 1 }), report(2)], "waiting"],
  ])("%s: rests", (_, open, why) => {
    expect(nextStep(open, noon)).toEqual({ do: "rest", why });
  });

  test("nothing is sent before the second day of the code, in Argentina", () => {
    const begins = [report(1)];
    expect(nextStep(begins, Date.parse("2026-11-17T02:59:59.999Z"))).toEqual({ do: "rest", why: "early" });
    expect(nextStep(begins, Date.parse("2026-11-17T03:00:00Z"))).toMatchObject({ do: "send" });
  });

  test("one call is about consecutive numbers of one code, up to a rejected one", () => {
    expect(numbersOf(nextStep([report(4), report(5, { waitMs: 9 }), report(7)], noon))).toEqual([4, 5]);
    const other = { code: "21043476341978", validFrom: "20261101" };
    expect(numbersOf(nextStep([report(4), report(5, { caea: other })], noon))).toEqual([4]);
    expect(numbersOf(nextStep([report(4), report(5, { state: "rejected" })], noon))).toEqual([4]);
    expect(numbersOf(nextStep([report(4), report(5, { state: "sent" })], noon))).toEqual([4, 5]);
  });

  test("what was sent is looked up first, and only that", () => {
    const step = nextStep([report(4, { state: "sent" }), report(5, { state: "sent" }), report(6)], noon);
    expect([step.do, numbersOf(step)]).toEqual(["lookUp", [4, 5]]);
  });
});

describe("the judgement of an answer", () => {
  const three = [report(1), report(2), report(3, { state: "sent" })];
  const reasons = [{ code: 713, msg: "" }];
  const reported: ReportOutcome = { outcome: "reported", observations: [] };
  const statesOf = (outcomes: ReportOutcome[]) => {
    const { next, changes } = judgeAnswer(three, outcomes);
    return [next, ...changes.map(({ number, from, to }) => `${number} ${from} ${to}`)];
  };

  test("all were taken", () => {
    expect(statesOf([reported, reported, reported])).toEqual([
      "goOn",
      "1 sent reported",
      "2 sent reported",
      "3 sent reported",
    ]);
  });

  test.each<[ReportOutcome, string[]]>([
    [{ outcome: "rejected", reasons }, ["rejected", "1 sent reported", "2 sent rejected", "3 sent due"]],
    [{ outcome: "notYet", reasons }, ["waiting", "1 sent reported", "2 sent due", "3 sent due"]],
    [{ outcome: "lookUp", reasons }, ["lookUp", "1 sent reported", "3 sent sent"]],
    [{ outcome: "ticket", reasons }, ["renewTicket", "1 sent reported", "2 sent due", "3 sent sent"]],
    [{ outcome: "notSent", cause: "" }, ["waiting", "1 sent reported", "2 sent due", "3 sent sent"]],
    [{ outcome: "unknown", cause: "" }, ["waiting", "1 sent reported", "2 sent sent", "3 sent sent"]],
  ])("after the first: $outcome", (second, expected) => {
    expect(statesOf([reported, second, { outcome: "notProcessed" }])).toEqual(expected);
  });

  test("no answer marks anything as taken behind what was not taken, and none is forgotten", () => {
    const outcome = fc.constantFrom<ReportOutcome>(
      reported,
      { outcome: "rejected", reasons },
      { outcome: "notYet", reasons },
      { outcome: "lookUp", reasons },
      { outcome: "ticket", reasons },
      { outcome: "notProcessed" },
      { outcome: "notSent", cause: "" },
      { outcome: "unknown", cause: "" },
    );
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 3 }), (outcomes) => {
        const { changes, next } = judgeAnswer(three, outcomes);
        const taken = changes.filter(({ to }) => to === "reported").map(({ number }) => number);
        expect(taken).toEqual([1, 2, 3].slice(0, taken.length));
        expect(outcomes.slice(0, taken.length).every((one) => one.outcome === "reported")).toBe(true);
        const changed = changes.map(({ number }) => number);
        const expected = next === "lookUp" ? [1, 2, 3].filter((number) => number !== taken.length + 1) : [1, 2, 3];
        expect(changed).toEqual(expected);
        expect(changes.filter(({ to }) => to === "rejected").length).toBe(next === "rejected" ? 1 : 0);
      }),
      propertyRuns(1_000),
    );
  });
});

test("a report without an outcome is tried after 2 seconds, then after twice as long, and at least once a minute", () => {
  const waits = Array.from({ length: 40 }, (_, tries) => again(report(1, { tries }), "sent"));
  expect(waits.slice(0, 7).map((one) => "waitMs" in one && one.waitMs)).toEqual([
    ...[2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000],
  ]);
  expect(waits.at(-1)).toMatchObject({ tries: 40, waitMs: 60_000 });
});

test.each([
  { number: 5, last: 5, wasRefused: false, follows: false, expected: "compare" },
  { number: 5, last: 9, wasRefused: true, follows: true, expected: "compare" },
  { number: 5, last: 4, wasRefused: false, follows: true, expected: "send" },
  { number: 5, last: 2, wasRefused: false, follows: false, expected: "send" },
  { number: 5, last: 4, wasRefused: true, follows: false, expected: "later" },
  { number: 5, last: 2, wasRefused: true, follows: true, expected: "later" },
  { number: 5, last: 2, wasRefused: true, follows: false, expected: "gap" },
])("last number $last for $number, refused $wasRefused, follows a reported one $follows: $expected", (row) => {
  const open = report(row.number, { followsReported: row.follows });
  expect(judgeLastNumber(open, row.last, row.wasRefused)).toBe(row.expected);
});

test("a person reads what is wrong", () => {
  expect(explainGap(7, 4)).toEqual([{ code: 703, msg: expect.stringContaining("expects number 5 next, so 7 cannot") }]);
  const differences = [
    { field: "ImpTotal", sent: "100", found: "999" },
    { field: "EmisionTipo", sent: "CAEA" },
  ];
  expect(explainForeign(7, differences)[0]?.msg).toContain("ImpTotal 100 / 999, EmisionTipo CAEA / nothing");
  const many = Array.from({ length: 200 }, () => ({ field: "ImpTotal", sent: "1" }));
  expect(explainForeign(7, many)[0]?.msg.length).toBeLessThanOrEqual(500);
});
