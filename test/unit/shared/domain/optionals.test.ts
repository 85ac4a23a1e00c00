import { describe, expect, test } from "vitest";
import { optionals as table } from "../../../../shared/domain/code-tables/optionals.js";
import { withDefaults } from "../../../../shared/domain/further-data.js";
import { findOptionalKind, optionalKinds } from "../../../../shared/domain/optionals/optional-kinds.js";
import {
  fceOptionalIds,
  findBrokenFormat,
  mayHave,
  printedOptionals,
} from "../../../../shared/domain/optionals/optionals.js";
import { fieldsOf } from "../../../../shared/domain/optionals/regimes.js";

test("the table has every optional field of the authority's but those of credit invoices, each once", () => {
  const ids = optionalKinds.map(({ id }) => id);
  expect(ids.toSorted()).toEqual(
    table
      .map(({ id }) => id)
      .filter((id) => !fceOptionalIds.includes(id))
      .toSorted(),
  );
  for (const { format, meanings } of optionalKinds)
    if (format.kind === "choice" && meanings)
      expect(Object.keys(meanings).toSorted()).toEqual([...format.values].toSorted());
});

describe("what a value looks like", () => {
  test.each([
    ["2", ["12345678", "0"], ["1234567", "00", "123456789", "A2345678"]],
    ["5", ["01", "06"], ["1", "07", ""]],
    ["61", ["80", "96"], ["8", "800"]],
    ["62", ["1", "20201797064"], ["", "202017970641", "20-20179706-4"]],
    ["7", ["01", "04"], ["05", "4"]],
    ["10", ["0", "1"], ["2", "S"]],
    ["1011", ["80", "0"], ["", "100", "A"]],
    ["1012", ["28111222", "AAB 123", "x".repeat(20)], ["x".repeat(21)]],
    ["17", ["1", "2"], ["0"]],
    ["1801", ["20201797064"], ["2020179706", "202017970641"]],
    ["1802", ["Ñ", "x".repeat(100)], ["x".repeat(101)]],
    ["23", ["OC 17", "😀".repeat(50)], ["x".repeat(51)]],
    ["2901", ["P-1"], ["x".repeat(31)]],
  ])("of %s", (id, sound, wrong) => {
    for (const value of sound) expect([value, findBrokenFormat({ id, value })]).toEqual([value, undefined]);
    for (const value of wrong)
      expect([value, findBrokenFormat({ id, value })]).toEqual([value, findOptionalKind(id)?.format]);
  });

  test("of an id that no table has is anything", () => {
    expect(findBrokenFormat({ id: "9999", value: "x".repeat(250) })).toBeUndefined();
  });
});

test.each([
  ["2", [1, 2, 3, 6, 7, 8], [11, 51, 201]],
  ["5", [1, 2, 3], [6, 11, 51, 201]],
  ["10", [1, 6, 11, 13, 201, 213], []],
  ["17", [6, 8, 11, 13, 206], [1, 3, 51, 201]],
  ["23", [1, 8, 13, 201, 213], []],
  ["91", [], [1, 6, 11]],
  ["2902", [1, 8], [11]],
  ["9999", [1, 6, 11], []],
])("optional field %s is for some types", (id, types, others) => {
  for (const type of types) expect([type, mayHave(type, id)]).toEqual([type, true]);
  for (const type of others) expect([type, mayHave(type, id)]).toEqual([type, false]);
});

test("of the page the norm wants the owners of RG 4004-E alone", () => {
  const all = optionalKinds.map(({ id }) => ({ id, value: `v${id}` }));
  expect(printedOptionals(all)).toEqual([
    { label: "CUIT del propietario", value: "v1801" },
    { label: "Propietario", value: "v1802" },
  ]);
});

test("a point of sale has the fields of its regimes", () => {
  const ids = (...own: string[]) => fieldsOf(own.map((id) => ({ id, value: "x" }))).map(({ id }) => id);
  expect(ids("10")).toEqual(["10", "1011", "1012"]);
  expect(ids("1802", "23")).toEqual(["23", "17", "1801", "1802"]);
  expect(ids("9999", "91")).toEqual([]);
  expect(fieldsOf(null)).toEqual([]);
  expect(findOptionalKind("9999")).toBeUndefined();
});

describe("the defaults of a point of sale", () => {
  const optional = (id: string, value = "x") => ({ id, value });
  const defaults = { optionals: [optional("17"), optional("23")], activities: [{ id: 1 }, { id: 2 }] };

  test("stand behind what the body says, and not where it says the same id", () => {
    const body = { voucherType: 6, optionals: [optional("23", "own")], activities: [{ id: 2 }] };
    expect(withDefaults(body, defaults)).toEqual({
      voucherType: 6,
      optionals: [optional("23", "own"), optional("17")],
      activities: [{ id: 2 }, { id: 1 }],
    });
  });

  test("stand in invoices that may have them", () => {
    expect(withDefaults({ voucherType: 1 }, defaults)).toEqual({
      voucherType: 1,
      optionals: [optional("23")],
      activities: defaults.activities,
    });
    for (const note of [2, 3, 7, 8, 12, 13, 202, 203])
      expect(withDefaults({ voucherType: note }, defaults)).toEqual({ voucherType: note });
  });

  test("that are none leave the body as it is", () => {
    const body = { voucherType: 6 };
    for (const none of [null, undefined, { optionals: null, activities: null }, { optionals: [], activities: [] }])
      expect(withDefaults(body, none)).toBe(body);
  });
});
