import { expect, test } from "vitest";
import {
  mergeRegistries,
  type RegistryAnswer,
  suffices,
} from "../../../../issuer/authority/registry/merge-registries.js";
import type { RegistryPerson } from "../../../../shared/domain/registry-person.js";

const person = (changes: Partial<RegistryPerson>): RegistryAnswer => ({
  outcome: "found",
  person: {
    taxId: "20201797064",
    docType: 80,
    kind: "natural",
    name: "VICTORIA CAROLINA DARIO",
    taxCondition: 1,
    stateId: 0,
    address: "LARREA 1",
    isActive: true,
    activities: [],
    ...changes,
  },
});
const away = (service: string, kind: "down" | "notDelegated"): RegistryAnswer => ({
  outcome: "unavailable",
  cause: "said so",
  permanent: kind !== "down",
  kind,
  service,
});

const absent: RegistryAnswer = { outcome: "absent" };
const whole = person({});
const unaddressed = person({ address: null, stateId: null });
const untaxed = person({ address: null, stateId: null, taxCondition: null });
const fromA13 = person({ taxCondition: null, address: "CALLE 7 845", stateId: 1 });
const inactive = person({ name: null, address: null, taxCondition: null, isActive: false });

const found = (changes: Partial<RegistryPerson>, isPartial = false) => ({
  outcome: "found",
  isPartial,
  person: expect.objectContaining(changes),
});

test.each([
  ["has all", whole, true],
  ["has no address", unaddressed, false],
  ["does not know", absent, false],
  ["does not answer, so the VAT condition stays unknown", away("a5", "down"), true],
])("A13 is asked only for what A5 leaves open: A5 %s", (_, taxes, enough) => {
  expect(suffices(taxes)).toBe(enough);
});

const table: [name: string, taxes: RegistryAnswer, identity: RegistryAnswer | undefined, expected: unknown][] = [
  ["A5 has all", whole, undefined, found({ taxCondition: 1, address: "LARREA 1" })],
  ["A13 adds the address", unaddressed, fromA13, found({ taxCondition: 1, address: "CALLE 7 845", stateId: 1 })],
  ["A13 does not know the person that A5 knows", unaddressed, absent, found({ taxCondition: 1, address: null })],
  ["only A13 knows the person", absent, fromA13, found({ taxCondition: null, address: "CALLE 7 845" })],
  ["only A13 knows, and the tax id is not in use", absent, inactive, found({ isActive: false })],
  ["only A5 knows, and the tax id is not in use", inactive, absent, found({ isActive: false })],
  ["neither knows", absent, absent, absent],
];
test.each(table)("both registries answered: %s", (_, taxes, identity, expected) => {
  expect(mergeRegistries(taxes, identity)).toEqual(expected);
});

test.each(["down", "notDelegated"] as const)("a registry that is %s is never 'absent'", (kind) => {
  const [a5, a13] = [away("a5", kind), away("a13", kind)];
  expect(mergeRegistries(a5, undefined), "A5 alone tells the VAT condition").toEqual(a5);
  expect(mergeRegistries(absent, a13), "A13 might know the person").toEqual(a13);
  expect(mergeRegistries(untaxed, a13), "without the VAT condition the rest is of little use").toEqual(a13);
  expect(mergeRegistries(unaddressed, a13)).toEqual(found({ taxCondition: 1, address: null }, true));
});
