import { expect, test } from "vitest";
import { explainObjections } from "../../../issuer/operator/despite.js";

const effect = "It ends without a voucher.";
const choice = { allowed: true, effect };
const asked = { unseen: false, choice };
const seen = { unseen: true, choice };
const key = { companyId: 1, production: false, posNumber: 3, voucherType: 6 };
const processedAtMs = Date.parse("2026-11-28T12:00:00Z");
const voucher = {
  posNumber: 3,
  voucherType: 6,
  number: 54,
  cae: "70000000000001",
  isCaea: false,
  processedAtMs,
  isOfToday: true,
};
const none = { vouchers: [], hidden: [], hiddenOwners: [], notLooked: undefined, wrong: undefined };

test.each([
  [
    "in its numbering",
    {},
    "3-6-54 (CAE 70000000000001, processed 2026-11-28T12:00:00.000Z): --adopt --number 54, or --despite 3-6-54",
  ],
  [
    "under CAEA where another stood in",
    { posNumber: 9, isCaea: true },
    "9-6-54 (CAEA 70000000000001, processed 2026-11-28T12:00:00.000Z): --adopt --number 54 --number-pos 9, or --despite 9-6-54",
  ],
  [
    "in another numbering",
    { posNumber: 4 },
    "4-6-54 (CAE 70000000000001, processed 2026-11-28T12:00:00.000Z): close its key with --reject --bar, or --despite 4-6-54",
  ],
  [
    "of another letter",
    { voucherType: 1, processedAtMs: null },
    "3-1-54 (CAE 70000000000001, processed at an unknown time): close its key with --reject --bar, or --despite 3-1-54",
  ],
])("a voucher is told with what may be done about it: %s", (_, over, told) => {
  expect(explainObjections({ ...none, vouchers: [{ ...voucher, ...over }] }, key, seen)).toContain(told);
});

test("of very many the first are told, and how many more there are", () => {
  const vouchers = Array.from({ length: 23 }, (_, at) => ({ ...voucher, number: 54 + at }));
  expect(explainObjections({ ...none, vouchers }, key, asked)).toMatch(
    /3-6-73.*; and 3 more\. .*named: It ends without a voucher\.$/,
  );
});

test("beside a decision that is not allowed they are told as well, and nothing else is", () => {
  const notAllowed = { unseen: false, choice: { allowed: false, effect: "Look again later." } };
  expect(explainObjections({ ...none, vouchers: [voucher], notLooked: "x", wrong: "y" }, key, notAllowed)).toMatch(
    /^Look again later\. These vouchers .* likewise: 3-6-54 .*--despite 3-6-54\.$/,
  );
  expect(explainObjections({ ...none, notLooked: "x", wrong: "y" }, key, notAllowed)).toBe("Look again later.");
});

test("a freed number that nobody shows is told beside what else must be named, and no look at the pages stands for it", () => {
  const hidden = [52];
  const told = /Number 52.*reconcile --import --pos 3 --type 6 --from 52 --to 52.*--despite 3-6-52/;
  expect(explainObjections({ ...none, hidden }, key, seen)).toMatch(told);
  expect(explainObjections({ ...none, hidden, vouchers: [voucher] }, key, seen)).toMatch(told);
  const notAllowed = { unseen: false, choice: { allowed: false, effect: "Look again later." } };
  expect(explainObjections({ ...none, hidden }, key, notAllowed)).toMatch(told);
});

test("what could not be looked at stands against it until a person has seen it", () => {
  const notLooked = "the tax authority does not tell its last number: no answer";
  expect(explainObjections({ ...none, notLooked }, key, asked)).toMatch(/no answer.*reconcile --import.*--unseen/);
  expect(explainObjections({ ...none, notLooked }, key, seen)).toBeUndefined();
  expect(explainObjections(none, key, asked)).toBeUndefined();
});

test("a wrong name stands against it before all else", () => {
  expect(explainObjections({ ...none, vouchers: [voucher], notLooked: "x", wrong: "There is none." }, key, seen)).toBe(
    "There is none.",
  );
});
