import { describe, expect, test } from "vitest";
import { authorize } from "../../authority/authorize.js";
import type { DeclaredVoucher } from "../../authority/declared-voucher.js";
import { foreignVoucherSchema, issueForeign } from "../../authority/foreign-voucher.js";
import type { Settings } from "../../authority/settings.js";
import { openWorld, type World } from "../../authority/world.js";
import {
  amountsOf,
  annulment,
  atMinimum,
  type Case,
  cases,
  cuit,
  declare,
  named,
  regimeOf,
  services,
  terms,
  today,
} from "./credit-invoice-cases.js";

// Source: issuer/authority/README.md, section 12. Its table names these tests.

const noon = new Date("2026-11-30T15:00:00Z");

/** What is granted before each case: see credit-invoice-cases.ts. */
function openBooks(fce: Settings["fce"]): World {
  const world = openWorld(undefined, { fce, issuerLetters: "free" });
  world.now = () => noon;
  const record = (type: number, change: Partial<DeclaredVoucher>) => {
    const { CbteDesde: _, CbteHasta: __, ...fields } = declare(type, 1, change);
    issueForeign(world, foreignVoucherSchema.parse({ cuit, pos: 3, type, fields }));
  };
  for (const invoice of [201, 206, 211]) {
    record(invoice, { CbteFch: "20261126", ...amountsOf(1000) });
    for (const note of [invoice + 1, invoice + 2]) record(note, { CbteFch: "20261126", ...amountsOf(100) });
  }
  record(201, { CbteFch: "20261129", ...amountsOf(1000) });
  return world;
}

/** Asks the authority for the next voucher of the type. */
function ask({ type, change, fce, rejected = [], copies = 1 }: Omit<Case, "code" | "title">) {
  const world = openBooks(regimeOf({ fce: fce ?? {} }));
  const environment = world.environments.homologation;
  for (const [rejectedType, number] of rejected)
    environment.decisions.keep({ cuit, pos: 3, type: rejectedType, number, state: "Rechazada" });
  const number = (environment.ledger.lastOf({ cuit, pos: 3, type })?.numberTo ?? 0) + 1;
  const vouchers = Array.from({ length: copies }, (_, index) => declare(type, number + index, change));
  const header = { cuit, count: copies, pos: 3, type };
  const { errors, verdicts } = authorize({ world, environment, cuit }, header, vouchers);
  const observations = verdicts.flatMap((verdict) => verdict.observations);
  return {
    isGranted: verdicts.every(({ granted }) => granted),
    codes: [...errors, ...observations].map(({ code }) => code).sort(),
  };
}

describe("codes", () => {
  test.each(cases.map((one) => [`${one.code}: ${one.title}`, one] as const))("%s", (_, one) => {
    expect(ask(one)).toEqual({ isGranted: one.isGranted ?? false, codes: [one.code, ...(one.also ?? [])].sort() });
  });
});

describe("granted", () => {
  test.each<[string, Omit<Case, "code" | "title">]>([
    ["201, goods with a due date alone", { type: 201 }],
    ["206 of services", { type: 206, change: { ...services, FchVtoPago: "20261215" } }],
    [
      "211 with an alias, a reference and delivery notes",
      {
        type: 211,
        change: { ...terms({ "2102": "empresa.cobros", "23": "PO-1" }), CbtesAsoc: [named(91, { PtoVta: 9 })] },
      },
    ],
    ["202 that adjusts", { type: 202 }],
    ["207 of services, without a due date", { type: 207, change: services }],
    ["212 that adjusts", { type: 212 }],
    [
      "203 a cent below the balance",
      {
        type: 203,
        change: {
          ...amountsOf(999.99),
          ImpTotal: "1209.99",
          ImpIVA: "210",
          Iva: [{ Id: 5, BaseImp: "999.99", Importe: "210" }],
        },
      },
    ],
    [
      "208 that cancels a rejected invoice",
      { type: 208, change: { ...annulment, ...amountsOf(1000) }, rejected: [[206, 1]] },
    ],
    [
      "213 that cancels a rejected debit note",
      { type: 213, change: { ...annulment, CbtesAsoc: [named(212)] }, rejected: [[212, 1]] },
    ],
    [
      "202 that cancels a rejected credit note",
      { type: 202, change: { ...annulment, CbtesAsoc: [named(203)] }, rejected: [[203, 1]] },
    ],
    [
      "208 that cancels services, with a due date",
      { type: 208, change: { ...annulment, ...services, FchVtoPago: today }, rejected: [[206, 1]] },
    ],
    [
      "203 with a delivery note beside its invoice",
      { type: 203, change: { CbtesAsoc: [named(201), named(91, { PtoVta: 9 })] } },
    ],
    [
      "1 a cent below the minimum",
      {
        type: 1,
        change: {
          ...atMinimum,
          ImpTotal: "5549861.99",
          ImpNeto: "4586662.80",
          Iva: [{ Id: 5, BaseImp: "4586662.80", Importe: "963199.19" }],
        },
      },
    ],
    [
      "1 at the minimum by an issuer that is not small",
      { type: 1, change: atMinimum, fce: { issuers: [{ cuit, pyme: false }] } },
    ],
    [
      "1 at the minimum by a financial issuer",
      { type: 1, change: atMinimum, fce: { issuers: [{ cuit, financial: true }] } },
    ],
    [
      "2 at the minimum: a note of plain vouchers",
      { type: 2, change: { ...atMinimum, CbtesAsoc: [named(1, { PtoVta: 9 })] } },
    ],
  ])("%s", (_, one) => {
    expect(ask(one)).toEqual({ isGranted: true, codes: [] });
  });
});

test("a note in pesos may follow a dollar invoice once the buyer decided", () => {
  const world = openBooks(regimeOf({}));
  const environment = world.environments.homologation;
  const give = (type: number, number: number, change: Partial<DeclaredVoucher>) =>
    authorize({ world, environment, cuit }, { cuit, count: 1, pos: 3, type }, [declare(type, number, change)])
      .verdicts.flatMap(({ observations }) => observations)
      .map(({ code }) => code);
  expect(give(201, 3, { MonId: "DOL", MonCotiz: "1155.114" })).toEqual([]);
  const difference = { CbtesAsoc: [named(201, { Nro: 3, CbteFch: today })] };
  expect(give(202, 2, difference)).toEqual([10181]);
  environment.decisions.keep({ cuit, pos: 3, type: 201, number: 3, state: "Aceptada" });
  expect(give(202, 2, difference)).toEqual([]);
});
