import { expect, test } from "vitest";
import { noFindings, type SequenceReport } from "../../../../api/operations/reconcile/sequence-report.js";
import { type ComparedNumbering, whyUnexplained } from "../../../../api/operations/reconcile/why-unexplained.js";

const reportOf = (over: Partial<SequenceReport>): SequenceReport => ({
  ...{ pos: 1, type: 6, ours: 10, authority: 13, refused: null, numbering: "behind", compared: { from: 1, to: 13 } },
  ...{ ...noFindings(), imported: [], differs: false, verified: false, notVerified: null },
  ...over,
});

/** Ours is 10, the authority's 13. */
const nowOf = (over: Partial<ComparedNumbering>): ComparedNumbering => ({
  ...{ lastNumber: 10, authority: 13, vouchers: 3 },
  ...{ isUnderCaea: false, isYoungHistory: false, isOpen: false, hasMissing: false },
  ...over,
});

const why = (report: Partial<SequenceReport>, now: Partial<ComparedNumbering>) =>
  whyUnexplained(reportOf(report), nowOf(now));

test.each<[string, Partial<SequenceReport>, Partial<ComparedNumbering>]>([
  ["has a voucher here", {}, {}],
  ["is known, and there is none behind it", {}, { authority: 10, vouchers: 0 }],
  ["has a voucher here, or is nowhere", { gaps: [{ from: 9, to: 12 }] }, { vouchers: 1 }],
  ["has a voucher here, though the authority was never asked", { ours: null }, { lastNumber: null, vouchers: 13 }],
  ["there never was", { ours: null }, { lastNumber: null, authority: 0, vouchers: 0 }],
])("nothing is unexplained where each number %s", (_, report, now) => {
  expect(why(report, now)).toBeUndefined();
});

const foreign = { voucherDate: "20261128", docType: 99, docNumber: "0", totalAmount: "1", currency: "PES", cae: "1" };

test.each<[string, Partial<SequenceReport>, Partial<ComparedNumbering>, RegExp]>([
  ["the authority tells nothing", { refused: "not enabled" }, {}, /refuses/],
  ["a person has to say it", {}, { isUnderCaea: true }, /contingency verify/],
  ["ours is ahead", {}, { lastNumber: 14 }, /ours?.* 14.* 13/],
  ["a voucher is missing there", { missing: [{ number: 3, id: 1 }] }, {}, /MISSING/],
  ["a voucher is another one there", { different: [{ number: 3, id: 1, fields: [] }] }, {}, /DIFFERENT/],
  ["a number is open", { unsettled: [11] }, {}, /open/],
  ["a number was written ahead since", {}, { isOpen: true }, /open/],
  ["a number was not answered", { unanswered: [{ number: 3, cause: "timeout" }] }, {}, /did not tell/],
  ["a voucher is not imported", { foreign: [{ number: 12, ...foreign }] }, { vouchers: 2 }, /--import/],
  ["numbers were not compared", { compared: { from: 1, to: 11 } }, { vouchers: 1 }, /--import/],
  ["one came since it was compared", {}, { authority: 14 }, /--import/],
  ["the last number is counted and not shown", { gaps: [{ from: 13, to: 13 }] }, { vouchers: 2 }, /does not show/],
  ["numbers are known to be missing", {}, { hasMissing: true }, /missing/],
  ["the history has just begun", {}, { isYoungHistory: true }, /ten minutes/],
])("a numbering is not verified where %s", (_, report, now, reason) => {
  expect(why(report, now)).toMatch(reason);
});
