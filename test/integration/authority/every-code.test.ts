import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { authorize } from "../../authority/authorize.js";
import { foreignVoucherSchema, issueForeign } from "../../authority/foreign-voucher.js";
import { openWorld } from "../../authority/world.js";
import { type CodeCase, codeCases, sale, cuit as usual } from "./code-cases.js";
import { cases as creditCases } from "./credit-invoice-cases.js";

// The table of the authority's codes, row by row, against the simulated authority.

interface Row {
  op: string;
  code: number | string;
  excluding: boolean;
  /** What is needed to judge it, beside the authority's public tables and the day: of requests for a CAE alone. */
  decides?: "request" | "register" | "both";
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
const rows = table.filter(({ op }) => op === "FECAESolicitar");
const inTable = new Set(rows.flatMap(codesOf));
const isCredit = (code: number) => creditCases.some((one) => one.code === code);
const isCase = (code: number) => codeCases.some(({ codes }) => codes.includes(code));

function ask({ type, change = {}, header = {}, settings = {}, cuit = usual }: Omit<CodeCase, "codes">) {
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

test.each(codeCases.map((one) => [one.codes.join(", ") || "nothing", one.type, one] as const))(
  "%s of type %i",
  (_, __, one) => {
    expect(ask(one)).toEqual({ isGranted: one.isGranted ?? false, codes: [...one.codes].sort() });
  },
);

test("every code of the table has its row, and no row is of a code that the table does not have", () => {
  // What comes with credit invoices alone is asked for in credit-invoices.test.ts.
  expect([...inTable].filter((code) => !isCase(code) && !isCredit(code))).toEqual([]);
  expect(codeCases.flatMap(({ codes }) => codes).filter((code) => !inTable.has(code))).toEqual([]);
});

describe("the column that says who decides a code", () => {
  const deciders = new Map(rows.flatMap((row) => codesOf(row).map((code) => [code, row.decides] as const)));
  test("each row has one of three", () => {
    expect(rows.filter(({ decides }) => !["request", "register", "both"].includes(decides ?? ""))).toEqual([]);
  });

  /** The register settings. The clock and the letters are none. */
  const isRegister = (settings: CodeCase["settings"] = {}) =>
    Object.keys(settings).some((name) => !["clockOffsetMs", "issuerLetters", "receiverCondition"].includes(name));

  test("a code that no request can bring about without the setting of a register is not decided by the request", () => {
    for (const code of inTable) {
      const [first, ...others] = codeCases.filter(({ codes }) => codes.includes(code));
      if (!first || ![first, ...others].every(({ settings }) => isRegister(settings))) continue;
      const { settings: _, ...without } = first;
      if (!ask(without).codes.includes(code)) expect([code, deciders.get(code)]).not.toEqual([code, "request"]);
    }
  });
});
