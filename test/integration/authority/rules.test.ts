import { describe, expect, test } from "vitest";
import type { DeclaredVoucher } from "../../authority/declared-voucher.js";
import { checkDetail } from "../../authority/rules/detail-rules.js";
import { numberRules } from "../../authority/rules/number-rules.js";
import { defaultSettings, type Settings } from "../../authority/settings.js";
import { isTaxId } from "../../authority/tax-id.js";
import { classOf } from "../../authority/voucher-class.js";

const sale: DeclaredVoucher = {
  Concepto: 1,
  DocTipo: 99,
  DocNro: 0,
  CbteDesde: 1,
  CbteHasta: 1,
  CbteFch: "20260818",
  ImpTotal: "121",
  ImpTotConc: "0",
  ImpNeto: "100",
  ImpOpEx: "0",
  ImpTrib: "0",
  ImpIVA: "21",
  MonId: "PES",
  MonCotiz: "1",
  CondicionIVAReceptorId: 5,
  Iva: [{ Id: 5, BaseImp: "100", Importe: "21" }],
};
const saleC: Partial<DeclaredVoucher> = { ImpTotal: "100", ImpIVA: "0", Iva: undefined };
const toCompany = { DocTipo: 80, DocNro: 30_710_151_543, CondicionIVAReceptorId: 1 };
const associated = { Tipo: 6, PtoVta: 1, Nro: 1 };
const services = { Concepto: 2, FchServDesde: "20260801", FchServHasta: "20260831", FchVtoPago: "20260910" };

function codes(type: number, change: Partial<DeclaredVoucher> = {}, settings: Partial<Settings> = {}): number[] {
  const voucher = { ...sale, ...change };
  const input = {
    voucher,
    pos: 1,
    type,
    voucherClass: classOf(type),
    cuit: "30712345671",
    today: "20260818",
    settings: { ...defaultSettings, ...settings },
  };
  return [...numberRules(input), ...checkDetail(input)].map(({ code }) => code);
}

test.each<[string, number, Partial<DeclaredVoucher>]>([
  ["B to a final consumer", 6, {}],
  ["A to a company", 1, toCompany],
  ["C", 11, saleC],
  ["services", 6, services],
  ["credit note", 8, { CbtesAsoc: [associated] }],
  ["credit note of a period", 8, { PeriodoAsoc: { FchDesde: "20260801", FchHasta: "20260818" } }],
  ["dollars", 6, { MonId: "DOL", MonCotiz: "1155.114" }],
  ["dollars, paid in dollars, without a rate", 6, { MonId: "DOL", MonCotiz: undefined, CanMisMonExt: "S" }],
  ["zero rated", 6, { ImpTotal: "100", ImpIVA: "0", Iva: [{ Id: 3, BaseImp: "100", Importe: "0" }] }],
  ["exempt", 6, { ImpTotal: "100", ImpOpEx: "100", ImpNeto: "0", ImpIVA: "0", Iva: undefined }],
  [
    "a cent over the rate",
    6,
    { ImpTotal: "121.01", ImpIVA: "21.01", Iva: [{ Id: 5, BaseImp: "100", Importe: "21.01" }] },
  ],
  [
    "a debit note whose VAT fits no rate",
    7,
    { CbtesAsoc: [associated], ImpTotal: "150", ImpIVA: "50", Iva: [{ Id: 5, BaseImp: "100", Importe: "50" }] },
  ],
  ["a lot of small sales", 6, { CbteHasta: 10 }],
])("%s is accepted", (_, type, change) => {
  expect(codes(type, change)).toEqual([]);
});

test.each<[number[], string, number, Partial<DeclaredVoucher>]>([
  [[10008, 10010], "number 0", 6, { CbteDesde: 0, CbteHasta: 0 }],
  [[10012], "a lot of A", 1, { ...toCompany, CbteHasta: 2 }],
  [[10014], "a lot to a named receiver", 6, { CbteHasta: 2, DocTipo: 96, DocNro: 12_345_678 }],
  [[10013, 10015], "A to an impossible CUIT", 1, { ...toCompany, DocNro: 1 }],
  [[10013], "A to a DNI", 1, { ...toCompany, DocTipo: 96, DocNro: 12_345_678 }],
  [[10238], "A to a wrong check digit, observed only", 1, { ...toCompany, DocNro: 30_710_151_544 }],
  [[10015], "B to a wrong check digit", 6, { DocTipo: 80, DocNro: 30_710_151_544, CondicionIVAReceptorId: 4 }],
  [[10015], "a document number for an anonymous receiver", 6, { DocNro: 5 }],
  [
    [10015],
    "ten million to an anonymous receiver",
    6,
    { ImpTotal: "10000000", ImpOpEx: "10000000", ImpNeto: "0", ImpIVA: "0", Iva: undefined },
  ],
  [[10015], "ten million of C to an anonymous receiver", 11, { ...saleC, ImpTotal: "10000000", ImpNeto: "10000000" }],
  [[10069], "the issuer itself", 1, { ...toCompany, DocNro: 30_712_345_671 }],
  [[10016], "six days ago", 6, { CbteFch: "20260812" }],
  [[10016], "services eleven days ahead", 6, { ...services, CbteFch: "20260829" }],
  [[10016], "no date", 6, { CbteFch: "20260231" }],
  [[10030], "concept 4", 6, { Concepto: 4 }],
  [[10049], "services without dates", 6, { Concepto: 2 }],
  [[10032], "services that end before they begin", 6, { ...services, FchServDesde: "20260901" }],
  [[10036], "due before the voucher's date", 6, { ...services, FchVtoPago: "20260817" }],
  [[10033, 10035], "goods with one service date", 6, { FchServDesde: "20260801" }],
  [[10048], "a total that is not the sum", 6, { ImpTotal: "122" }],
  [[10056, 10048], "three decimals", 6, { ImpTotal: "121.123" }],
  [[10043, 10048], "a negative part", 6, { ImpTotConc: "-1" }],
  [[10047, 10048, 10071], "VAT on C", 11, { ImpIVA: "21", ImpTotal: "121.5" }],
  [
    [10018, 10051],
    "VAT 0 under another rate",
    6,
    { ImpTotal: "100", ImpIVA: "0", Iva: [{ Id: 5, BaseImp: "100", Importe: "0" }] },
  ],
  [[10018, 10070], "VAT without rows", 6, { Iva: undefined }],
  [
    [10018, 10019],
    "an unknown rate",
    6,
    { ImpTotal: "100", ImpIVA: "0", Iva: [{ Id: 7, BaseImp: "100", Importe: "0" }] },
  ],
  [[10020, 10023, 10061], "a row of zeros", 6, { Iva: [{ Id: 5, BaseImp: "0", Importe: "0" }] }],
  [
    [10022],
    "a rate twice",
    6,
    {
      Iva: [
        { Id: 5, BaseImp: "50", Importe: "10.5" },
        { Id: 5, BaseImp: "50", Importe: "10.5" },
      ],
    },
  ],
  [[10023, 10051], "rows that do not add up to the VAT", 6, { Iva: [{ Id: 5, BaseImp: "100", Importe: "20" }] }],
  [[10061, 10051], "rows that do not add up to the net", 6, { Iva: [{ Id: 5, BaseImp: "90", Importe: "21" }] }],
  [[10024], "tributes without rows", 6, { ImpTotal: "122", ImpTrib: "1" }],
  [
    [10025],
    "an unknown tribute",
    6,
    { ImpTotal: "122", ImpTrib: "1", Tributos: [{ Id: 55, BaseImp: "100", Alic: "1", Importe: "1" }] },
  ],
  [
    [10029, 10042],
    "a nameless other tribute of another amount",
    6,
    { ImpTotal: "122", ImpTrib: "1", Tributos: [{ Id: 99, BaseImp: "100", Alic: "1", Importe: "2" }] },
  ],
  [[10037], "no currency", 6, { MonId: undefined }],
  [[10038], "dollars without a rate", 6, { MonId: "DOL", MonCotiz: undefined }],
  [[10119], "a dollar for a peso", 6, { MonId: "DOL", MonCotiz: "1" }],
  [[10039], "pesos at 2", 6, { MonCotiz: "2" }],
  [[10239], "neither S nor N", 6, { CanMisMonExt: "X" }],
  [[10241], "pesos paid in foreign currency", 6, { CanMisMonExt: "S" }],
  [[10067], "B to an uncategorised receiver without the perception", 6, { DocTipo: 80, DocNro: 23_000_000_000 }],
  [
    [10283],
    "B to an uncategorised receiver with another tribute, observed only",
    6,
    {
      DocTipo: 80,
      DocNro: 23_000_000_000,
      ImpTotal: "122",
      ImpTrib: "1",
      Tributos: [{ Id: 7, BaseImp: "100", Alic: "1", Importe: "1" }],
    },
  ],
  [[10017], "A to an inactive company, observed only", 1, { ...toCompany, DocNro: 30_700_000_008 }],
  [[10197], "a note without associated vouchers", 8, {}],
  [[10040], "a note B of an A", 8, { CbtesAsoc: [{ ...associated, Tipo: 1 }] }],
  [[10246], "no receiver condition", 6, { CondicionIVAReceptorId: 0 }],
  [[10242], "an unknown receiver condition", 6, { CondicionIVAReceptorId: 99 }],
  [[10243], "B to a registered taxpayer", 6, { CondicionIVAReceptorId: 1 }],
  [[10217], "A to a monotributista, observed only", 1, { ...toCompany, CondicionIVAReceptorId: 6 }],
])("%j: %s", (expected, _, type, change) => {
  expect(codes(type, change).sort()).toEqual([...expected].sort());
});

describe("10051 on lines of 100 at 21 % included", () => {
  const lines = (count: number) => {
    const base = (82.64 * count).toFixed(2);
    const vat = (17.36 * count).toFixed(2);
    return { ImpTotal: String(100 * count), ImpNeto: base, ImpIVA: vat, Iva: [{ Id: 5, BaseImp: base, Importe: vat }] };
  };
  test.each([
    ["strict", [[], [10051], [10051]]],
    ["cents-first", [[], [], [10051]]],
    ["off", [[], [], []]],
  ] as const)("%s", (vatCheck, expected) => {
    expect([1, 2, 3].map((count) => codes(6, lines(count), { vatCheck }))).toEqual(expected);
  });
});

test("a missing receiver condition can be observed instead of refused", () => {
  expect(codes(6, { CondicionIVAReceptorId: 0 }, { receiverCondition: "observed" })).toEqual([10245]);
});

test("the check digit of a CUIT is verified", () => {
  expect(["30712345671", "20111111112", "33693450239", "20201797064", "30710151543"].every(isTaxId)).toBe(true);
  expect(["30712345670", "1", "2011111111", "abc"].some(isTaxId)).toBe(false);
});
