import { expect, test } from "vitest";
import { conclude } from "../../../../api/admin/describe-issuance.js";

const rejected = { state: "rejected", doubt: null, why: null, number: null } as const;

test.each([
  ["can be sent again", false, /^It has no voucher\. Its key can be sent again\.$/],
  ["is closed", true, /^It has no voucher, and its key is closed: .*409.*--adopt --number N/],
])("of an issuance without a voucher it is told whether its key %s", (_, barred, told) => {
  const issuance = { ...rejected, id: 1, key: "k", pos: 1, type: 6, since: "2026-11-28T12:00:00Z", total: null };
  expect(conclude({ issuance, declared: null, outcome: null, barred })).toMatch(told);
});
