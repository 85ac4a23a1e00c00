import { expect, test } from "vitest";
import { sayWhyNotAdopt, whyNotAdopt } from "../../../issuer/operator/why-not-adopt.js";

const voucher = { posNumber: 3, voucherType: 6, number: 54 };
const [one, two] = [
  { issuanceId: 7, key: "order-7" },
  { issuanceId: 9, key: "order-9" },
];
const contested = { voucher, salePos: 3, owners: [one, two, one] };

test("a voucher that may be other keys' is not adopted, and each of them is told once", () => {
  const fault = whyNotAdopt(contested, []);
  expect(fault).toEqual({ voucher, salePos: 3, owners: [one, two] });
  const { en, es } = sayWhyNotAdopt(fault ?? contested);
  expect(en).toMatch(
    /3-6-54 .*key order-7 \(issuance 7\) or the key order-9 .*--adopt --number 54 --despite 3-6-54\.$/,
  );
  expect(es).toMatch(
    /3-6-54 .*clave order-7 \(issuance 7\) o la clave order-9 .*--adopt --number 54 --despite 3-6-54\.$/,
  );
});

test("named as none of theirs, or nobody's else, it is adopted", () => {
  expect(whyNotAdopt(contested, [{ ...voucher, number: 53 }, voucher])).toBeUndefined();
  expect(whyNotAdopt({ ...contested, owners: [] }, [])).toBeUndefined();
  expect(whyNotAdopt(contested, [{ ...voucher, number: 53 }])).toBeDefined();
});

test("under CAEA the way out names the point of sale that stood in", () => {
  expect(sayWhyNotAdopt({ ...contested, salePos: 1 }).en).toContain("--number 54 --number-pos 3 --despite 3-6-54");
});

test("of very many the first are told, and how many more there are", () => {
  const owners = Array.from({ length: 23 }, (_, at) => ({ issuanceId: at, key: `order-${at}` }));
  expect(sayWhyNotAdopt({ ...contested, owners }).en).toMatch(/order-19 \(issuance 19\) or 3 more, /);
});
