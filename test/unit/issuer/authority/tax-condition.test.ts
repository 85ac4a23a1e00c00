import { expect, test } from "vitest";
import { deriveTaxCondition, type TaxFacts } from "../../../../issuer/authority/registry/tax-condition.js";

const nobody: TaxFacts = { taxes: [], hasMonotributoCategory: false, isNatural: true, isWhole: true };
const active = (...ids: number[]) => ids.map((id) => ({ id, isActive: true }));

// Source: issuer/authority/README.md, section 6.5.
test.each<[string, Partial<TaxFacts>, number | null]>([
  ["VAT registered", { taxes: active(11, 30) }, 1],
  ["exempt, which goes before registered", { taxes: active(30, 32) }, 4],
  ["not reached", { taxes: active(34) }, 15],
  ["monotributo by tax", { taxes: active(20) }, 6],
  ["monotributo by category", { hasMonotributoCategory: true }, 6],
  ["registered although the monotributo data could not be given", { taxes: active(30), isWhole: false }, 1],
  ["a person with nothing about VAT", { taxes: active(11) }, 5],
  ["a company with nothing about VAT", { isNatural: false }, null],
  ["a person of whom not all is known", { isWhole: false }, null],
  ["a VAT registration that is no longer active", { taxes: [{ id: 30, isActive: false }] }, null],
  ["not registered, as it once was written", { taxes: active(33) }, null],
])("%s", (_, facts, expected) => {
  expect(deriveTaxCondition({ ...nobody, ...facts })).toBe(expected);
});
