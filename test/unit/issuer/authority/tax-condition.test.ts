import { expect, test } from "vitest";
import { deriveTaxCondition, type TaxFacts } from "../../../../issuer/authority/registry/tax-condition.js";

const noFacts: TaxFacts = { taxes: [], hasMonotributoCategory: false, isNatural: true, isWhole: true };
const active = (...ids: number[]) => ids.map((id) => ({ id, isActive: true }));

// Source: issuer/authority/README.md, section 6.5.
test.each<[string, Partial<TaxFacts>, number | null]>([
  ["VAT registered", { taxes: active(11, 30) }, 1],
  ["exempt, which wins over registered", { taxes: active(30, 32) }, 4],
  ["not subject to VAT", { taxes: active(34) }, 15],
  ["monotributo by tax", { taxes: active(20) }, 6],
  ["monotributo by category", { hasMonotributoCategory: true }, 6],
  ["registered, though the monotributo data is missing", { taxes: active(30), isWhole: false }, 1],
  ["a person without VAT data", { taxes: active(11) }, 5],
  ["a company without VAT data", { isNatural: false }, null],
  ["a person with incomplete data", { isWhole: false }, null],
  ["a VAT registration that is no longer active", { taxes: [{ id: 30, isActive: false }] }, null],
  ["the old code for not registered", { taxes: active(33) }, null],
])("%s", (_, facts, expected) => {
  expect(deriveTaxCondition({ ...noFacts, ...facts })).toBe(expected);
});
