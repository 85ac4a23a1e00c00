import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets.js";
import { authorize } from "../../authority/authorize.js";
import { foreignVoucherSchema, issueForeign } from "../../authority/foreign-voucher.js";
import { openWorld } from "../../authority/world.js";
import { type CodeCase, codeCases, cuit, sale, scripted } from "./code-cases.js";
import { cases as creditCases } from "./credit-invoice-cases.js";

// The table of the authority's codes, row by row, against the simulated authority.

interface Row {
  op: string;
  code: number | string;
  excluding: boolean;
}

const table: Row[] = JSON.parse(
  readFileSync(path.join(projectFolder, "test/authority/tables/wsfev1-codes.json"), "utf8"),
);
const codesOf = ({ code }: Row): number[] =>
  String(code)
    .split(",")
    .flatMap((part) => {
      const [from = 0, to = from] = part.split("-").map(Number);
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    });
const inTable = new Set(table.filter(({ op }) => op === "FECAESolicitar").flatMap(codesOf));
const inScript = (code: number) =>
  scripted.some(({ codes }) =>
    codes.some((one) => (typeof one === "number" ? one === code : one[0] <= code && code <= one[1])),
  );
const isCredit = (code: number) => creditCases.some((one) => one.code === code);
const isCase = (code: number) => codeCases.some(({ codes }) => codes.includes(code));

function ask({ type, change = {}, header = {}, settings = {} }: Omit<CodeCase, "codes">) {
  const world = openWorld(undefined, settings);
  const now = new Date(Date.parse("2026-09-18T15:00:00Z") + (settings.clockOffsetMs ?? 0));
  world.now = () => now;
  const { CbteDesde: _, CbteHasta: __, ...fields } = sale;
  issueForeign(world, foreignVoucherSchema.parse({ cuit, pos: 1, type: 6, fields }));
  const { pos = 1, count, copies = 1 } = header;
  const environment = world.environments.homologation;
  const last = environment.ledger.lastOf({ cuit, pos, type })?.numberTo ?? 0;
  const from = last + 1;
  const span = (change.CbteHasta ?? 1) - (change.CbteDesde ?? 1);
  const isNumbered = change.CbteDesde !== undefined;
  const vouchers = Array.from({ length: copies }, (_, index) => ({
    ...sale,
    ...change,
    ...(isNumbered ? {} : { CbteDesde: from + index, CbteHasta: from + index + span }),
  }));
  const { errors, verdicts } = authorize(
    { world, environment, cuit },
    { cuit, count: count ?? copies, pos, type },
    vouchers,
  );
  const found = [...errors, ...verdicts.flatMap(({ observations }) => observations)].map(({ code }) => code);
  return { isGranted: verdicts.every(({ granted }) => granted), codes: [...new Set(found)].sort() };
}

describe("a code that the simulator computes", () => {
  test.each(codeCases.map((one) => [one.codes.join(", "), one.type, one] as const))("%s of type %i", (_, __, one) => {
    expect(ask(one)).toEqual({ isGranted: one.isGranted ?? false, codes: [...one.codes].sort() });
  });
});

describe("a code that it says when it is told to", () => {
  const told = [...inTable].filter((code) => inScript(code));
  const isRemark = (code: number) => !table.some((row) => row.excluding && codesOf(row).includes(code));
  test.each(told)("%i", (code) => {
    const observation = isRemark(code);
    const settings = { findings: [{ code, msg: "", observation }] };
    expect(ask({ type: 6, settings })).toEqual({ isGranted: observation, codes: [code] });
  });
});

test("every code of the table has its row, and no row is of a code that the table does not have", () => {
  // What comes with credit invoices alone is asked for in credit-invoices.test.ts.
  expect([...inTable].filter((code) => !isCase(code) && !isCredit(code) && !inScript(code))).toEqual([]);
  expect(codeCases.flatMap(({ codes }) => codes).filter((code) => !inTable.has(code))).toEqual([]);
  expect([...inTable].filter((code) => isCase(code) && inScript(code))).toEqual([]);
});
