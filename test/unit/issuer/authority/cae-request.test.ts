import { expect, test } from "vitest";
import { toDetail } from "../../../../issuer/authority/wsfe/cae-request.js";
import { toContent } from "../../../../issuer/authority/wsfe/content.js";
import type { Part } from "../../../../issuer/authority/xml.js";
import type { Declaration } from "../../../../shared/domain/declaration.js";
import { numbered } from "./samples.js";
import { expectSchemaOrder } from "./schema-order.js";

/** A declaration with every field set, with values that cannot be confused. */
const whole: Declaration = {
  concept: 3,
  docType: 80,
  docNumber: "30710151543",
  voucherDate: "20260818",
  total: "1234.50",
  notTaxable: "3.00",
  net: "1000.00",
  exempt: "7.00",
  tributesTotal: "14.50",
  vat: "210.00",
  serviceFrom: "20260801",
  serviceTo: "20260831",
  serviceExpiration: "20260910",
  currency: "DOL",
  quotation: "1155.114",
  cancelsInSameForeignCurrency: "S",
  receiverTaxConditionId: 1,
  associatedVouchers: [
    { voucherType: 1, posNumber: 2, voucherNumber: 1234, cuit: "20123456786" },
    { voucherType: 6, posNumber: 4, voucherNumber: 8, cuit: null },
  ],
  tributes: [
    { type: 99, description: "Tasa municipal", baseAmount: "966.67", aliquot: "1.5", subtotal: "14.5" },
    { type: 7, description: null, baseAmount: "0", aliquot: "0", subtotal: "0.1" },
  ],
  associatedPeriod: null,
  vatRows: [{ taxType: 5, base: "1000.00", amount: "210.00" }],
  optionals: [],
};

test("a declaration is written with the authority's names, in the schema's order, with texts unchanged", () => {
  const detail = toDetail({ number: 701, declared: whole });
  expectSchemaOrder("FECAEDetRequest", detail);
  expect(detail).toEqual([
    ["Concepto", "3"],
    ["DocTipo", "80"],
    ["DocNro", "30710151543"],
    ["CbteDesde", "701"],
    ["CbteHasta", "701"],
    ["CbteFch", "20260818"],
    ["ImpTotal", "1234.50"],
    ["ImpTotConc", "3.00"],
    ["ImpNeto", "1000.00"],
    ["ImpOpEx", "7.00"],
    ["ImpTrib", "14.50"],
    ["ImpIVA", "210.00"],
    ["FchServDesde", "20260801"],
    ["FchServHasta", "20260831"],
    ["FchVtoPago", "20260910"],
    ["MonId", "DOL"],
    ["MonCotiz", "1155.114"],
    ["CanMisMonExt", "S"],
    ["CondicionIVAReceptorId", "1"],
    [
      "CbtesAsoc",
      [
        ["CbteAsoc", pairs("Tipo 1 PtoVta 2 Nro 1234 Cuit 20123456786")],
        ["CbteAsoc", pairs("Tipo 6 PtoVta 4 Nro 8")],
      ],
    ],
    [
      "Tributos",
      [
        ["Tributo", [["Id", "99"], ["Desc", "Tasa municipal"], ...pairs("BaseImp 966.67 Alic 1.5 Importe 14.5")]],
        ["Tributo", pairs("Id 7 BaseImp 0 Alic 0 Importe 0.1")],
      ],
    ],
    ["Iva", [["AlicIva", pairs("Id 5 BaseImp 1000.00 Importe 210.00")]]],
  ]);
});

/** "Tipo 1 PtoVta 2" as elements. */
const pairs = (words: string): Part[] =>
  [...words.matchAll(/(\S+) (\S+)/g)].map(([, name = "", text = ""]): Part => [name, text]);

test("a note's period and the date of its voucher are written", () => {
  const associatedVouchers = [
    { voucherType: 1, posNumber: 2, voucherNumber: 3, cuit: "20123456786", date: "20260701" },
  ];
  const associatedPeriod = { from: "20260701", to: "20260731" };
  const detail = toDetail({ number: 701, declared: { ...whole, associatedVouchers, associatedPeriod } });
  expectSchemaOrder("FECAEDetRequest", detail);
  expect(detail).toContainEqual([
    "CbtesAsoc",
    [["CbteAsoc", pairs("Tipo 1 PtoVta 2 Nro 3 Cuit 20123456786 CbteFch 20260701")]],
  ]);
  expect(detail.at(-1)).toEqual(["PeriodoAsoc", pairs("FchDesde 20260701 FchHasta 20260731")]);
});

test("null fields and empty containers are left out", () => {
  const declared: Declaration = {
    ...whole,
    serviceFrom: null,
    serviceTo: null,
    serviceExpiration: null,
    cancelsInSameForeignCurrency: null,
    associatedVouchers: [],
    tributes: [],
    vatRows: [],
  };
  const detail = toDetail({ number: 701, declared });
  expectSchemaOrder("FECAEDetRequest", detail);
  const left = "FchServDesde FchServHasta FchVtoPago CanMisMonExt CbtesAsoc Tributos Iva".split(" ");
  const names = toDetail({ number: 701, declared: whole }).map(([name]) => name);
  expect(detail.map(([name]) => name)).toEqual(names.filter((name) => !left.includes(name)));
});

test.each(["AB123", "", "12 34", "-1", "1.5", "1e3", "٣"])(
  "a declaration with the document number %j is an error",
  (docNumber) => {
    expect(() => toDetail({ number: 701, declared: { ...whole, docNumber } })).toThrow(RangeError);
  },
);

test("a stored declaration is written as exactly the same request", () => {
  const voucher = numbered({ voucherType: 1 });
  const kept = JSON.parse(JSON.stringify(voucher.declared)) as Declaration;
  expect(toDetail({ number: 701, declared: kept })).toEqual(toDetail(voucher));
});

test("the content ignores the order of lists and normalizes numbers", () => {
  const row = (id: string, base: string): Part => [
    "AlicIva",
    [
      ["Id", id],
      ["BaseImp", base],
    ],
  ];
  const one = toContent([["Iva", [row("5", "100.00"), row("4", "1E+2")]]]);
  const other = toContent([["Iva", [row("04", "100"), row("5", "0100.0")]]]);
  expect(one).toEqual(other);
});
