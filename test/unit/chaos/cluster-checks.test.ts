import pg from "pg";
import { expect, test } from "vitest";
import type { LedgerView } from "../../authority/ledger-view.js";
import { askedAgain } from "../../chaos/cluster/asked-again.js";
import { neglected } from "../../chaos/cluster/callers.js";
import { longestGap, tellFaults } from "../../chaos/cluster/gaps.js";
import { judgeDoubled, judgeLoss, type Loss, withoutForgotten } from "../../chaos/cluster/lost.js";
import { runCluster } from "../../chaos/cluster/main.js";
import type { ClusterOptions } from "../../chaos/cluster/options.js";
import { type Acknowledged, judgePrimaries, judgeReach } from "../../chaos/cluster/probe.js";
import { verdictOf } from "../../chaos/cluster/report.js";
import { type Member, missingOf } from "../../chaos/cluster/view.js";
import type { Exchange } from "../../support/readers/exchange.js";
import type { Violation } from "../../support/readers/violations.js";

// Each check of the drill of three hosts sees what it is for.

test.each<[string, number[], number]>([
  ["nobody is served", [], 100],
  ["sales before and after do not count", [50, 250], 100],
  ["the wait for the first", [160, 180, 199], 60],
  ["the wait between two", [101, 110, 180, 190], 70],
  ["the wait after the last", [110, 120], 80],
])("the gap of a fault: %s", (_what, successes, gap) => {
  expect(longestGap(successes, { atMs: 100, untilMs: 200 })).toBe(gap);
});

const answered = (idempotency: string, sentAtMs: number, status: number, code?: string): Exchange => ({
  ...{ company: "demo", production: false, idempotency, body: {}, sentAtMs },
  answer: { atMs: sentAtMs + 1, status, code, result: undefined },
});
const unanswered = (idempotency: string, sentAtMs: number): Exchange => ({
  ...{ company: "demo", production: false, idempotency, body: {}, sentAtMs, lost: "ECONNRESET" },
});

test("a fault is told with what became of the requests that it met", () => {
  const struck = [
    { fault: "one", host: "a", atMs: 100, untilMs: 200 },
    { fault: "two", host: "b", atMs: 300, untilMs: 400 },
    { fault: "one", host: "c", atMs: 500, untilMs: 600 },
  ];
  const told = [
    ...[
      answered("before", 50, 502),
      answered("served", 110, 201),
      answered("later", 120, 504),
      unanswered("lost", 130),
    ],
    ...[answered("later", 250, 200), unanswered("never", 310), answered("no", 320, 422), answered("full", 330, 429)],
    ...[answered("full", 335, 429, "SUBSCRIPTION_QUOTA_EXCEEDED"), answered("doubt", 340, 409, "TAXAUTH_UNCONFIRMED")],
    ...[answered("served-2", 510, 201), answered("served-3", 590, 201)],
  ];
  const one = { times: 2, gapP50Ms: 80, gapWorstMs: 89, served: 3, refused: 1, unknown: 1 };
  const two = { times: 1, gapP50Ms: 100, gapWorstMs: 100, served: 0, refused: 4, unknown: 1 };
  expect(tellFaults(struck, told)).toEqual([
    { fault: "one", ...one, thenIssued: 1, thenRefused: 0, left: 1 },
    { fault: "two", ...two, thenIssued: 0, thenRefused: 2, left: 2 },
  ]);
});

const leader: Member = { name: "a", role: "leader", state: "running", timeline: 3 };
const standby: Member = { name: "b", role: "replica", state: "streaming", timeline: 3, lag: 0 };
const whole = [leader, { ...standby, role: "sync_standby" }, { ...standby, name: "c" }];

test.each<[string, Member[], boolean, string | undefined]>([
  ["all of it", whole, true, undefined],
  ["two standbys without a synchronous one", [leader, standby, standby], false, undefined],
  ["a synchronous standby", [leader, standby, standby], true, "a synchronous standby"],
  ["a host", whole.slice(1), true, "2 of 3 PostgreSQL"],
  ["a primary", [{ ...leader, state: "starting" }, ...whole.slice(1)], true, "a primary"],
  ["a standby on the new timeline", [{ ...leader, timeline: 4 }, ...whole.slice(1)], true, "standby b"],
  ["a standby that follows", [leader, { ...standby, state: "stopped" }, standby], false, "standby b"],
  ["a standby that is near", [leader, standby, { ...standby, name: "c", lag: 1e9 }], false, "standby c"],
  ["what a standby has", [leader, { ...standby, lag: "unknown" }, standby], false, "standby b"],
])("of PostgreSQL on three hosts: %s", (_what, members, synchronous, missing) => {
  const left = missingOf(members, { count: 3, synchronous });
  if (missing === undefined) expect(left).toBeUndefined();
  else expect(left).toContain(missing);
});

const commit = (host: string, timeline: number, sentAtMs: number, ackedAtMs = sentAtMs + 5): Acknowledged => ({
  ...{ host, timeline, id: `${host}-${sentAtMs}`, sentAtMs, ackedAtMs },
});

test("a primary that takes commits after another one has is seen", () => {
  const handedOver = [commit("a", 1, 0), commit("a", 1, 100), commit("b", 2, 90, 120), commit("b", 2, 130)];
  expect(judgePrimaries(handedOver)).toEqual([]);
  const [violation, ...more] = judgePrimaries([...handedOver, commit("a", 1, 140)]);
  expect(violation?.text).toBe("host a took a commit on timeline 1, 20 ms after host b did on timeline 2");
  expect(more).toEqual([]);
  expect(judgePrimaries([...handedOver, commit("a", 3, 200), commit("b", 2, 204)])).toEqual([]);
  expect(judgePrimaries([...handedOver, commit("a", 2, 140)]).map(({ text }) => text)).toEqual([
    "host a took a commit on timeline 2, which is host b's",
  ]);
});

test("a drill that struck nothing, or whose probe saw nothing, proves nothing", () => {
  const struck = [
    { fault: "one", host: "a", atMs: 100, untilMs: 200, movesPrimary: true },
    { fault: "two", host: "b", atMs: 300, untilMs: 400 },
  ];
  const [before, between, after] = [commit("a", 1, 50), commit("b", 2, 150), commit("b", 2, 350)];
  expect(judgeReach([before, between, after], struck)).toEqual([]);
  expect(judgeReach([before, between, after], [])).toEqual(["no fault struck"]);
  expect(judgeReach([], struck)).toEqual([
    "one (host a): the probe was told of no commit before it",
    "two (host b): the probe was told of no commit before it",
  ]);
  expect(judgeReach([before, between], struck)).toEqual(["two (host b): the probe was told of no commit after it"]);
  expect(judgeReach([before, commit("a", 1, 150), after], struck)).toEqual([
    "one (host a): no other primary took over, so it struck nothing",
  ]);
});

test("a drill that was asked for wrongly has failed, and was not just impossible here", async () => {
  expect(await runCluster(["--cluster", "--faults", "nobody's"])).toBe(1);
});

test("the last word of a drill is good only when it did what it was to do", () => {
  const options = { synchronous: true } as ClusterOptions;
  const verdict = (violations: Violation[], failures: string[]) => verdictOf({ options, violations, failures });
  expect(verdict([], [])).toMatch(/^Nothing is lost/);
  expect(verdict([], ["no fault struck"])).toMatch(/proves nothing/);
  expect(verdict([{ invariant: "I2", text: "lost" }], ["no fault struck"])).toBe("1 violations.");
});

const granted = (number: number, total: string, over: Partial<LedgerView> = {}) =>
  ({
    ...{ cuit: "30", env: "homologation", pos: 1, type: 6, number, total, foreign: false, declared: {} },
    ...over,
  }) as LedgerView;
const asked = (idempotency: string, price: number): Exchange => ({
  ...answered(idempotency, 0, 201),
  body: { items: [{ description: "Yerba", price }] },
});

/** A note that credits the voucher 1-6-`number`. */
const noteOf = (number: number): Partial<LedgerView> => ({
  ...{ type: 8, cae: `note ${number}` },
  declared: { CbtesAsoc: [{ Tipo: 6, PtoVta: 1, Nro: number }] } as LedgerView["declared"],
});

test("a key that was granted twice is seen, with another content too; so is a credit note, which is none of its sale", () => {
  const told = [asked("sale-1", 1_001), asked("sale-1", 1_002), asked("sale-2", 1_003)];
  const judge = (...rows: LedgerView[]) => judgeDoubled(rows, told, () => "30").map(({ text }) => text);
  const sales = [granted(1, "1001.00"), granted(2, "1003.00"), granted(1, "1001.00", noteOf(1))];
  expect(judge(...sales)).toEqual([]);
  expect(judge(...sales, granted(3, "1003.00"))).toEqual([
    "granted twice: demo/homologation/sale-2 as 30/homologation/1-6-2 and 30/homologation/1-6-3",
  ]);
  expect(judge(...sales, granted(3, "1002.00"))).toHaveLength(1);
  expect(judge(...sales, granted(3, "1003.00", { foreign: true }))).toEqual([]);
  expect(judge(...sales, granted(2, "1003.00", noteOf(2)))).toEqual([]);
  expect(judge(...sales, granted(2, "1001.00", noteOf(1)))).toEqual([
    "granted twice: the credit note of 30/homologation/1-6-1 as 30/homologation/1-8-1 and 30/homologation/1-8-2",
  ]);
});

test("a sale without a final answer that nobody was answered about since is neglected", () => {
  const told = [
    ...[answered("final", 10, 201), answered("refused", 10, 422), unanswered("never", 20)],
    ...[unanswered("asked", 20), unanswered("asked", 110), answered("away", 20, 504), answered("away", 110, 500)],
    ...[answered("again", 20, 504), answered("again", 110, 429), unanswered("new", 120)],
  ];
  expect(neglected(told, 100)).toEqual(["never", "asked", "away"].map((name) => `demo/false/${name}`));
});

const lost = [granted(1, "1001.00", { cae: "one" }), granted(2, "1002.00", { cae: "two" })];
const loss: Loss = {
  ...{
    fault: "a fault",
    sinceMs: 20,
    atMs: 100,
    vouchers: lost,
    answered: 2,
    told: 2,
    silent: [],
    bound: 2,
    keyless: 0,
    seconds: 1,
  },
  ledOut: { told: [], rounds: 1, bound: 2, adopted: 0, renumbered: 0, problem: undefined },
};

test("a lost voucher that is not told, has no key, or waits for ever is seen", () => {
  const judge = (over: Partial<Loss>) => judgeLoss({ ...loss, ...over }).map(({ text }) => text);
  expect(judge({})).toEqual([]);
  expect(judge({ silent: lost.slice(1) })).toEqual(["lost, and reconcile does not tell: 30/homologation/1-6-2"]);
  expect(judge({ bound: 1, keyless: 1 })).toEqual(["a fault: 1 of 2 lost vouchers have no key"]);
  expect(judge({ ledOut: { ...loss.ledOut, problem: "sale-1 is ambiguous" } })).toEqual([
    "a fault: sale-1 is ambiguous",
  ]);
});

test("an answer that was forgotten counts for nothing if the voucher is the same, and else is false", () => {
  const toldOf = (cae: string, voucherNumber: number, atMs: number): Exchange => ({
    ...unanswered(cae, atMs),
    answer: {
      atMs,
      status: 201,
      code: undefined,
      result: { id: 7, voucherNumber, cae, totalAmount: 1, idempotencyHit: false },
    },
  });
  const isKept = (...told: Exchange[]) =>
    withoutForgotten(
      told,
      [loss],
      [
        { id: 1_007, cae: "one", number: 1 },
        { id: 7, cae: "same", number: 3 },
      ],
    ).map(({ answer }) => answer !== undefined);
  expect(isKept(toldOf("one", 1, 50)), "another id").toEqual([false]);
  expect(isKept(toldOf("one", 1, 10), toldOf("one", 1, 150)), "before, and since").toEqual([true, true]);
  expect(isKept(toldOf("one", 2, 50), toldOf("two", 2, 50)), "another number, or not there").toEqual([true, true]);
  expect(isKept(toldOf("same", 3, 50)), "the same id").toEqual([true]);
});

const refusal = (code: string) => Object.assign(new pg.DatabaseError("refused", 7, "error"), { code });
const failing = (...errors: Error[]) => {
  const left = [...errors];
  return async () => {
    const error = left.shift();
    if (error) throw error;
    return [{ open: 0 }] as never[];
  };
};

test.each([
  ["the connection is cut", new Error("Connection terminated unexpectedly")],
  ["nobody listens", Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })],
  ["the primary shuts down", refusal("57P01")],
  ["the primary starts", refusal("57P03")],
])("the drill reads again when %s", async (_what, error) => {
  expect(await askedAgain(failing(error, error), { intervalMs: 1 })("SELECT")).toEqual([{ open: 0 }]);
});

test("the drill does not repeat what PostgreSQL refuses, nor wait for ever", async () => {
  await expect(askedAgain(failing(refusal("42601")))("SELEKT")).rejects.toThrow("refused");
  const cut = new Error("Connection terminated unexpectedly");
  await expect(askedAgain(failing(cut), { withinMs: 0 })("SELECT")).rejects.toBe(cut);
});
