import { expect, test } from "vitest";
import { toDetail } from "../../../../issuer/authority/cae-request.js";
import { toContent } from "../../../../issuer/authority/content.js";
import type { Part } from "../../../../issuer/authority/xml.js";
import type { IssuanceRequest } from "../../../../shared/domain/issuance-request.js";
import { item, numbered } from "./samples.js";

/** FEDetRequest and its rows, as the wsfev1 WSDL orders them. */
const schemaOrder: Record<string, string[]> = {
  FECAEDetRequest: (
    "Concepto DocTipo DocNro CbteDesde CbteHasta CbteFch ImpTotal ImpTotConc ImpNeto ImpOpEx ImpTrib ImpIVA FchServDesde " +
    "FchServHasta FchVtoPago MonId MonCotiz CanMisMonExt CondicionIVAReceptorId CbtesAsoc Tributos Iva Opcionales " +
    "Compradores PeriodoAsoc Actividades"
  ).split(" "),
  CbteAsoc: ["Tipo", "PtoVta", "Nro", "Cuit", "CbteFch"],
  Tributo: ["Id", "Desc", "BaseImp", "Alic", "Importe"],
  AlicIva: ["Id", "BaseImp", "Importe"],
};

function expectSchemaOrder(name: string, parts: readonly Part[]): void {
  const order = schemaOrder[name];
  if (order) {
    const names = parts.map(([child]) => child);
    expect(names).toEqual(order.filter((child) => names.includes(child)));
  }
  for (const [child, content] of parts) if (typeof content !== "string") expectSchemaOrder(child, content);
}

const service = { concept: 2, serviceFrom: "20260801", serviceTo: "20260831", serviceExpiration: "20260910" } as const;
const tribute = { type: 99, baseAmount: 100, aliquot: 1.5, subtotal: 1.5, description: " Tasa <&>\n municipal " };
const associated = { voucherType: 1, posNumber: 2, voucherNumber: 1234, cuit: "20123456786" };
const company = { docType: 80, docNumber: "30710151543", name: "SA", taxType: 1, address: null, stateId: null };

const rows: { name: string; changes: Partial<IssuanceRequest>; content: Record<string, string>; without: string[] }[] =
  [
    {
      name: "B to a final consumer",
      changes: {},
      content: {
        Concepto: "1",
        DocTipo: "99",
        DocNro: "0",
        CbteDesde: "701",
        CbteHasta: "701",
        CbteFch: "20260818",
        ImpTotal: "100",
        ImpTotConc: "0",
        ImpNeto: "82.64",
        ImpOpEx: "0",
        ImpTrib: "0",
        ImpIVA: "17.36",
        MonId: "PES",
        MonCotiz: "1",
        CondicionIVAReceptorId: "5",
        "Iva.AlicIva.0.Id": "5",
        "Iva.AlicIva.0.BaseImp": "82.64",
        "Iva.AlicIva.0.Importe": "17.36",
      },
      without: ["FchServDesde", "CanMisMonExt"],
    },
    {
      name: "A with two rates, exempt and not taxable lines",
      changes: {
        voucherType: 1,
        customer: company,
        priceIncludesVat: false,
        items: [item(1000000, 5), item(10.5, 4), item(7, 2), item(3, 1)],
      },
      content: {
        DocNro: "30710151543",
        ImpTotal: "1210021.6",
        ImpNeto: "1000010.5",
        ImpOpEx: "7",
        ImpTotConc: "3",
        ImpIVA: "210001.1",
        "Iva.AlicIva.0.Id": "4",
        "Iva.AlicIva.1.Importe": "210000",
      },
      without: [],
    },
    {
      name: "C carries no VAT",
      changes: { voucherType: 11, items: [item(121, null)] },
      content: { ImpNeto: "121", ImpTotal: "121", ImpIVA: "0" },
      without: ["Iva.AlicIva.0.Id"],
    },
    {
      name: "only exempt lines carry no VAT",
      changes: { items: [item(50, 2)] },
      content: { ImpOpEx: "50", ImpNeto: "0" },
      without: ["Iva.AlicIva.0.Id"],
    },
    {
      name: "services carry their dates",
      changes: service,
      content: { Concepto: "2", FchServDesde: "20260801", FchServHasta: "20260831", FchVtoPago: "20260910" },
      without: [],
    },
    {
      name: "goods with all three dates carry them",
      changes: { ...service, concept: 1 },
      content: { Concepto: "1", FchVtoPago: "20260910" },
      without: [],
    },
    {
      name: "goods with some dates carry none",
      changes: { serviceExpiration: "20260910" },
      content: {},
      without: ["FchServDesde", "FchServHasta", "FchVtoPago"],
    },
    {
      name: "a note carries the associated voucher",
      changes: { voucherType: 8, associatedVouchers: [associated, { ...associated, voucherNumber: 7, cuit: null }] },
      content: {
        "CbtesAsoc.CbteAsoc.0.Nro": "1234",
        "CbtesAsoc.CbteAsoc.0.Cuit": "20123456786",
        "CbtesAsoc.CbteAsoc.1.Nro": "7",
        "CbtesAsoc.CbteAsoc.1.Tipo": "1",
        "CbtesAsoc.CbteAsoc.1.PtoVta": "2",
      },
      without: ["CbtesAsoc.CbteAsoc.1.Cuit"],
    },
    {
      name: "foreign currency carries its quotation with six decimals, and how it is cancelled",
      changes: { currency: { id: "DOL", quotation: 1155.1140004 }, cancelsInSameForeignCurrency: "S" },
      content: { MonId: "DOL", MonCotiz: "1155.114", CanMisMonExt: "S" },
      without: [],
    },
    {
      name: "pesos carry neither",
      changes: { currency: { id: "PES", quotation: 3 }, cancelsInSameForeignCurrency: "N" },
      content: { MonCotiz: "1" },
      without: ["CanMisMonExt"],
    },
    {
      name: "a tribute is sent as given",
      changes: { tributes: [tribute, { ...tribute, type: 7, description: null, subtotal: 0.1 }] },
      content: {
        ImpTrib: "1.6",
        ImpTotal: "101.6",
        "Tributos.Tributo.0.Id": "7",
        "Tributos.Tributo.1.Desc": "Tasa <&> municipal",
        "Tributos.Tributo.1.Alic": "1.5",
        "Tributos.Tributo.1.Importe": "1.5",
      },
      without: ["Tributos.Tributo.0.Desc"],
    },
    {
      name: "the receiver's condition can be given apart",
      changes: { receiverTaxConditionId: 6 },
      content: { CondicionIVAReceptorId: "6" },
      without: [],
    },
    {
      name: "leading zeros of a document say nothing",
      changes: { customer: { ...company, docType: 96, docNumber: "0012345678" } },
      content: { DocNro: "12345678" },
      without: [],
    },
  ];

test.each(rows)("$name", ({ changes, content, without }) => {
  const detail = toDetail(numbered(changes));
  expectSchemaOrder("FECAEDetRequest", detail);
  const sent = toContent(detail);
  expect(sent).toMatchObject(content);
  for (const field of without) expect(sent).not.toHaveProperty([field]);
});

test("amounts keep their two decimals", () => {
  expect(Object.fromEntries(toDetail(numbered()))).toMatchObject({ ImpTotal: "100.00", ImpTrib: "0.00" });
});

test("empty containers are left out", () => {
  const names = toDetail(numbered({ voucherType: 11 })).map(([name]) => name);
  expect(names).not.toEqual(expect.arrayContaining(["Iva"]));
  expect(names).not.toEqual(expect.arrayContaining(["Tributos"]));
  expect(names).not.toEqual(expect.arrayContaining(["CbtesAsoc"]));
});

test("a document with letters cannot be declared", () => {
  expect(() => toDetail(numbered({ customer: { ...company, docNumber: "AB123" } }))).toThrow(RangeError);
});

test("the order of a list does not matter to its content, and numbers have one form", () => {
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
