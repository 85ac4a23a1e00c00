import { expect, test } from "vitest";
import { describeClaims, type ToldClaims } from "../../../../api/admin/describe-claims.js";
import { isLeft } from "../../../../api/admin/finish-adoptions.js";

const pair = (over: object = {}) => ({
  ...{ issuanceId: 7, key: "order-7", state: "cancelled" as const, pos: 3, type: 6, number: 41, numberPos: null },
  ...{ voucherDate: "20261128", receiver: null, totalAmount: "150", currency: "PES", cae: "76480000000041" },
  ...{ processedAt: "2026-11-28T10:00:00.000Z", sentAt: "2026-11-28T10:05:00.000Z", bound: false, why: "a person" },
  ...over,
});

const told = (over: Partial<ToldClaims> = {}): ToldClaims => ({
  ...{ company: "demo", claims: [], anonymous: [], ambiguous: [], keyless: { vouchers: 0, imported: 0 } },
  ...over,
});

test("nothing is told of a company in which nothing is left", () => {
  expect([describeClaims([told()]), isLeft(told())]).toEqual(["", false]);
  const bound = told({ claims: [pair({ bound: true, why: null })] });
  expect([describeClaims([bound]), isLeft(bound)]).toEqual(["Vouchers that have their key now: 1.", false]);
});

test("each pair without a receiver comes with the command that binds it", () => {
  const left = told({ anonymous: [pair(), pair({ issuanceId: 8, number: 5, numberPos: 9 })] });
  expect(isLeft(left)).toBe(true);
  const text = describeClaims([left]);
  expect(text).toContain('issuance resolve 7 --company demo --adopt --number 41 --because "WHY"');
  expect(text).toContain('issuance resolve 8 --company demo --adopt --number 5 --number-pos 9 --because "WHY"');
});

test("what cannot be told apart is left", () => {
  const left = told({ ambiguous: [pair()] });
  expect([describeClaims([left]), isLeft(left)]).toEqual([expect.stringContaining("cannot be told apart"), true]);
});

test("vouchers of sales that may be forgotten are told as long as those can be sent again, and left by the run that imported them", () => {
  const [now, before] = [
    told({ keyless: { vouchers: 2, imported: 2 } }),
    told({ keyless: { vouchers: 1, imported: 0 } }),
  ];
  expect(describeClaims([now])).toContain("demo: 2 imported vouchers have no key");
  expect(describeClaims([before])).toContain("demo: 1 imported voucher has no key");
  expect([isLeft(now), isLeft(before)]).toEqual([true, false]);
});
