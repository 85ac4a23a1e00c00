import { expect, test } from "vitest";
import { choicesOf } from "../../../issuer/operator/operator-choices.js";
import { heldVoucher, last } from "./scripted-authority.js";

const number = 42;
const seen = {
  consulted: { outcome: "found" as const, voucher: heldVoucher() },
  last: last(42),
  differences: [],
};
const kept = { isTaken: true, key: "order-7", cae: "70000000000000", isCaea: false };

test("a voucher that equals the sale and is nobody's can only be adopted", () => {
  const { adopt, renumber, reject } = choicesOf({ number, heardAtMs: null }, seen);
  expect([adopt.allowed, renumber.allowed, reject.allowed]).toEqual([true, false, false]);
});

test("one that is another key's is left to it, however equal", () => {
  const { adopt, renumber, reject } = choicesOf({ number, heardAtMs: null }, seen, { kept });
  expect(adopt).toEqual({ allowed: false, effect: expect.stringContaining("key order-7") });
  expect([renumber.allowed, reject.allowed]).toEqual([true, true]);
});

test("one that was imported gets the key by its number", () => {
  const { adopt, renumber } = choicesOf({ number, heardAtMs: null }, seen, { kept: { ...kept, isTaken: false } });
  expect(adopt).toEqual({ allowed: false, effect: expect.stringContaining("--adopt --number 42") });
  expect(renumber.allowed).toBe(false);
});
