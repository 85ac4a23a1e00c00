import { expect, test } from "vitest";
import { checkStatement } from "../../../api/admin/check-statement.js";
import type { LedgerView } from "../../authority/ledger-view.js";
import { judgeCalm } from "../../chaos/nemesis/calm.js";
import { judgeUnderCaea } from "../../chaos/nemesis/contingencies.js";
import { judgeResult, type Result } from "../../chaos/nemesis/elements.js";
import { type Change, judgeChanges } from "../../chaos/nemesis/history.js";
import { judgeVerification } from "../../chaos/nemesis/operator/contingencies.js";
import { secretsIn } from "../../chaos/nemesis/secrets.js";
import { type Open, printsFrom, settlingFrom } from "../../chaos/nemesis/settle.js";
import { judgeListing, judgeStranger } from "../../chaos/nemesis/strangers.js";
import type { VoucherRow } from "../../support/readers/three-ledgers.js";
import type { Violation } from "../../support/readers/violations.js";

// Each check of the nemesis sees its invariant broken. Those that compare the three ledgers: test/unit/support/violations.test.ts.

const told = (violations: Violation[]) => violations.map(({ invariant, text }) => `${invariant}: ${text}`);

const submitted: Change = {
  ...{ key: "demo/homologation/sale-1", oldState: "queued", newState: "submitted", oldRevision: 0, newRevision: 0 },
  ...{ oldNumber: null, newNumber: 7, epoch: 3, sequenceEpoch: 3, unresolved: 0 },
};
const again: Change = { ...submitted, oldState: "cancelled", newState: "queued", newRevision: 1, newNumber: null };

test("changes that follow the protocol break nothing, and are counted", () => {
  const renumbered = { ...submitted, oldState: "submitted", oldNumber: 6 };
  const returned = { ...submitted, oldState: "submitted", newState: "queued", newNumber: null };
  const moved = { ...submitted, newState: "approved", epoch: null };
  expect(judgeChanges([submitted, again, renumbered, returned, moved])).toEqual({
    ...{ changes: 5, renumbered: 1, returned: 1, violations: [] },
  });
});

test.each<[string, Change, string]>([
  ["a second number while one is unresolved", { ...submitted, unresolved: 1 }, "I4: .* number 7 while other numbers"],
  ["a write-ahead under an old epoch", { ...submitted, epoch: 2 }, "I5: .* epoch 2, but the sequence had epoch 3"],
  ["a write-ahead of no taker", { ...submitted, epoch: null }, "I5: .* epoch null"],
  ["an end that changes", { ...submitted, oldState: "approved", newState: "rejected" }, "I6: .* approved to rejected"],
  ["a cancel of what was sent", { ...submitted, oldState: "submitted", newState: "cancelled" }, "I6: .* to cancelled"],
  ["a new attempt that has no new revision", { ...again, newRevision: 0 }, "I6: .* revision 0 to 0"],
  ["a revision in the middle of an attempt", { ...submitted, newRevision: 1 }, "I6: .* revision 0 to 1"],
])("%s is seen", (_what, change, text) => {
  expect(told(judgeChanges([submitted, change]).violations)).toEqual([expect.stringMatching(text)]);
});

const under = (number: number, over: Partial<VoucherRow> = {}) =>
  ({
    ...{ id: number, company: "demo", cuit: "30712345671", production: false, pos: 501, type: 6, number },
    ...{ date: "20261126", caea: true, report: "reported", ...over },
  }) as VoucherRow;
const reported = (number: number, over: Partial<LedgerView> = {}) =>
  ({ env: "homologation", cuit: "30712345671", pos: 501, type: 6, number, numberTo: number, ...over }) as LedgerView;

test("vouchers under CAEA that count up and are reported, or given up, break nothing", () => {
  const vouchers = [
    ...[under(2), under(1), under(3, { report: "givenUp" }), under(1, { id: 9, pos: 502, date: "20261125" })],
    under(1, { id: 10, production: true, report: "due" }),
    under(7, { id: 11, pos: 1, caea: false, report: null }),
  ];
  // The same number of another environment was reported.
  expect(
    judgeUnderCaea({ vouchers, granted: [reported(1), reported(2), reported(3, { env: "production" })] }, new Set()),
  ).toEqual([]);
});

test.each<[string, VoucherRow[], string[]]>([
  ["a gap", [under(1), under(3)], ["I18: number 3 of demo/homologation/501-6 follows a gap"]],
  ["a first number that is not 1", [under(2)], ["I18: number 2 of .* follows a gap"]],
  ["a number that is there twice", [under(1), under(1, { id: 2 })], ["I18: number 1 of .* is there twice"]],
  ["a date that goes back", [under(1), under(2, { date: "20261125" })], ["I18: number 2 of .* goes back in its date"]],
  ["a voucher outside a contingency", [under(1), under(2, { id: 99 })], ["I18: number 2 of .* outside a contingency"]],
  ["a voucher that nobody reports", [under(1, { report: null })], ["I19: number 1 of .* will not be reported"]],
  ["a report that was given up and is there", [under(1, { report: "givenUp" })], ["I19: .* the authority has it"]],
  ["a voucher with a CAE that is reported", [under(1, { caea: false })], ["I17: .* has a CAE and a report"]],
])("%s is seen", (_what, vouchers, texts) => {
  const violations = judgeUnderCaea({ vouchers, granted: [reported(1)] }, new Set([99]));
  expect(told(violations)).toEqual(texts.map((text) => expect.stringMatching(text)));
});

const result: Result = {
  ...{
    index: 0,
    idempotency: "element-1",
    state: "issued",
    id: 4,
    voucherNumber: 7,
    cae: "86",
    totalAmount: "100.00",
    code: null,
  },
};
const voucher = { id: 4, cae: "86", number: 7, total: "100.00" };
const failed: Result = { ...result, state: "failed", id: null, voucherNumber: null, cae: null, code: "TAXAUTH_ERROR" };
const pending: Result = { ...failed, state: "pending", code: null };

test("elements that are told truly break nothing", () => {
  const judge = (one: Result, stored?: typeof voucher, mayWait = false) =>
    judgeResult("a", one, { voucher: stored, mayWait });
  expect(judge(result, voucher)).toEqual([]);
  expect(judge(failed)).toEqual([]);
  expect(judge({ ...failed, code: "TAXAUTH_UNCONFIRMED" }, voucher)).toEqual([]);
  expect(judge(pending, undefined, true)).toEqual([]);
});

test.each<[string, Result, typeof voucher | undefined, string]>([
  ["an issued element without a voucher", result, undefined, "I6"],
  ["an issued element with another number", { ...result, voucherNumber: 8 }, voucher, "I6"],
  ["an issued element with another CAE", { ...result, cae: "87" }, voucher, "I6"],
  ["an issued element with another total", { ...result, totalAmount: "99.00" }, voucher, "I6"],
  ["an issued element with another id", { ...result, id: 5 }, voucher, "I6"],
  ["a failed element with a voucher", failed, voucher, "I6"],
  ["an element that is pending and waits for nobody", pending, undefined, "I10"],
])("%s is seen", (_what, one, stored, invariant) => {
  expect(judgeResult("a", one, { voucher: stored, mayWait: false })).toMatchObject([{ invariant }]);
});

test("a sequence on which nothing is sold is seen, unless it waits for a person", () => {
  const judge = (standing: string[]) => told(judgeCalm(["a", "b", "c"], new Map([["a", 3]]), new Set(standing)));
  expect(judge(["b", "c"])).toEqual([]);
  expect(judge(["b"])).toEqual(["I10 I14: nothing was sold on c, which waits for nobody"]);
});

const open = (invariant: string, place = "here"): Open => ({ invariant, place, text: "" });
const minutes = (count: number) => count * 60_000;

test.each(["I10", "I10 I19", "I20"])("what breaks %s is seen after two minutes, and not before", (invariant) => {
  const judge = settlingFrom(1_000, undefined);
  const at = (nowMs: number) => judge({ open: [open(invariant)], waits: [], nowMs: 1_000 + nowMs });
  expect(at(minutes(2))).toEqual({ isOver: false, overdue: [] });
  expect(at(minutes(2) + 1)).toEqual({ isOver: true, overdue: [open(invariant)] });
});

test("everything has settled when nothing is open", () => {
  expect(settlingFrom(0, undefined)({ open: [], waits: [], nowMs: 1 })).toEqual({ isOver: true, overdue: [] });
});

test("what waits for an operator has two minutes from the decision, and ten in all", () => {
  const wait = { name: "issuance 4", place: "here" };
  const judge = settlingFrom(0, () => false);
  const at = (nowMs: number, ...waits: (typeof wait)[]) => judge({ open: [open("I10")], waits, nowMs }).overdue.length;
  expect(at(minutes(3), wait)).toBe(0);
  expect(at(minutes(5))).toBe(0);
  expect(at(minutes(5) + 1)).toBe(1);
  const slow = settlingFrom(0, () => false);
  expect(slow({ open: [open("I10")], waits: [wait], nowMs: minutes(10) }).overdue).toEqual([]);
  expect(slow({ open: [open("I10")], waits: [wait], nowMs: minutes(10) + 1 }).overdue).toEqual([open("I10")]);
});

test("what an operator leaves stays open, and what stands behind it; nothing of another sequence, and no key that will be decided", () => {
  const leaves = (name: string) => name === "issuance 4";
  const left = { name: "issuance 4", place: "here" };
  const verification = { name: "numbers under CAEA in production", place: "here" };
  const judge = (waits: (typeof left)[], ...places: string[]) =>
    settlingFrom(0, leaves)({ open: places.map((place) => open("I10", place)), waits, nowMs: 1 }).isOver;
  expect(judge([left], "here", "here")).toBe(true);
  expect(judge([left], "here", "there")).toBe(false);
  expect(judge([left, verification], "here")).toBe(false);
});

test("PDFs have time as long as one is made each minute, or all rest after a failed try", () => {
  const judge = printsFrom(0);
  const at = (count: number, prints: { made: number; missing: number; due: number }) =>
    judge({ ...prints, tried: null }, minutes(count));
  expect(at(0.9, { missing: 5, due: 5, made: 1 })).toMatchObject([{ invariant: "I9", isYoung: true }]);
  expect(at(1.5, { missing: 4, due: 4, made: 2 })).toMatchObject([{ isYoung: true }]);
  expect(at(2.5, { missing: 4, due: 0, made: 2 })).toMatchObject([{ isYoung: true }]);
  expect(at(3.4, { missing: 4, due: 1, made: 2 })).toMatchObject([{ isYoung: true }]);
  const [late] = at(3.5, { missing: 4, due: 1, made: 2 });
  expect(late).toMatchObject({ invariant: "I9", isYoung: false });
  expect(at(9, { missing: 0, due: 0, made: 6 })).toEqual([]);
  expect(settlingFrom(0, undefined)({ open: [late as Open], waits: [], nowMs: minutes(3.5) }).overdue).toEqual([late]);
});

const key = (of: string) => ({ test: `TEST_${of}`, production: `PROD_${of}` });
const keys = { keys: key("a"), mono: { keys: key("b") } } as Parameters<typeof secretsIn>[2];

test.each([
  ["an API key", "asked with PROD_b"],
  ["a private key", "-----BEGIN PRIVATE KEY-----"],
  ["an access ticket", Buffer.from('<?xml version="1.0"?><sso/>').toString("base64")],
])("%s in a log is seen", (secret, text) => {
  expect(told(secretsIn("the log of api", text, keys))).toEqual([`I13: ${secret} appears in the log of api`]);
  expect(secretsIn("the log of api", "issued as 1-6-7", keys)).toEqual([]);
});

test("a voucher that a stranger gets is seen", () => {
  const asked = { id: 4, of: { company: "demo", production: true }, by: { company: "mono", production: true } };
  const judge = (status: number, answer: unknown) => told(judgeStranger(asked, { status, result: answer }));
  const seen = ["I14: a key of mono/true reads voucher 4 of demo/true"];
  expect(judge(200, { id: 4 })).toEqual(seen);
  expect(judge(200, [{ id: 4 }])).toEqual(seen);
  expect(judge(200, [])).toEqual([]);
  expect(judge(404, undefined)).toEqual([]);
});

test.each([
  ["a voucher of another", [1, 2, 3], "I14: demo/true has 2 vouchers and lists 3, 1 of them another's"],
  ["a list that lacks one", [1], "I14: demo/true has 2 vouchers and lists 1, 0 of them another's"],
])("%s is seen", (_what, listed, text) => {
  const owner = { company: "demo", production: true };
  expect(told(judgeListing(owner, [1, 2], listed))).toEqual([text]);
  expect(judgeListing(owner, [1, 2], [1, 2])).toEqual([]);
});

test("numbers under CAEA that only the authority knows are seen", () => {
  const ours = { posNumber: 501, voucherType: 6, lastNumber: 42, lastDate: "20261126", verified: false, holes: [] };
  const word = checkStatement(ours, { number: 43, date: null }, undefined, "20261126");
  const refusal = "refused" in word ? word.refused : "";
  expect(told(judgeVerification("demo", true, refusal))).toEqual([`I3: demo, production: ${refusal}`]);
  expect(judgeVerification("demo", true, "the authority cannot be asked")).toEqual([]);
});
