import { expect, test } from "vitest";
import { choicesOf } from "../../../issuer/operator/operator-choices.js";
import type { LastNumberOutcome } from "../../../shared/domain/cae-outcome.js";
import { heldVoucher, last } from "./scripted-authority.js";

const number = 42;
const at = { key: { posNumber: 3, voucherType: 6 } };
const seen = {
  consulted: { outcome: "found" as const, voucher: heldVoucher() },
  last: last(42),
  differences: [],
  differencesBefore: [],
};
const kept = { isTaken: true, key: "order-7", cae: "70000000000000", isCaea: false, mayBeForgotten: false };

test("a voucher that equals the sale and is nobody's can only be adopted", () => {
  const { adopt, renumber, reject } = choicesOf({ number }, seen, at);
  expect([adopt.allowed, renumber.allowed, reject.allowed]).toEqual([true, false, false]);
});

test("the refusal names the voucher, its CAE and time, and the word of who knows that it is another's", () => {
  const voucher = heldVoucher({}, { processedAtMs: Date.parse("2026-11-28T12:00:00Z") });
  const { renumber } = choicesOf({ number }, { ...seen, consulted: { outcome: "found", voucher } }, at);
  for (const told of [voucher.cae, "2026-11-28T12:00:00.000Z", "adopt it", "--despite 3-6-42"])
    expect(renumber.effect).toContain(told);
});

test("one that was named as another sale's is left to it", () => {
  const { adopt, renumber, reject } = choicesOf({ number }, seen, { ...at, isOthers: true });
  expect([adopt.allowed, renumber.allowed, reject.allowed]).toEqual([true, true, true]);
});

test("one that is another key's is left to it, however equal", () => {
  const { adopt, renumber, reject } = choicesOf({ number }, seen, { ...at, kept });
  expect(adopt).toEqual({ allowed: false, effect: expect.stringContaining("key order-7") });
  expect([renumber.allowed, reject.allowed]).toEqual([true, true]);
});

test("one that was imported gets the key by its number", () => {
  const { adopt, renumber } = choicesOf({ number }, seen, { ...at, kept: { ...kept, isTaken: false } });
  expect(adopt).toEqual({ allowed: false, effect: expect.stringContaining("--adopt --number 42") });
  expect(renumber.allowed).toBe(false);
});

test.each<[string, Partial<Extract<LastNumberOutcome, { outcome: "unknown" }>>, boolean]>([
  ["that it lets in no more", { permanent: true }, true],
  ["whose ticket it refused, while no other can be had", { isWithheld: true }, true],
  ["in an outage", {}, false],
])("who looked at the authority's own pages ends a sale of a company %s", (_, over, may) => {
  const silent = { outcome: "unknown" as const, cause: "no answer" };
  const told = {
    consulted: silent,
    last: { ...silent, permanent: false, reasons: [], ...over },
    differences: [],
    differencesBefore: [],
  };
  expect(choicesOf({ number }, told, { ...at, unseen: true }).reject.allowed).toBe(may);
  expect(choicesOf({ number }, told, at).reject.allowed).toBe(false);
});
