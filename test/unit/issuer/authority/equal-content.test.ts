import { expect, test } from "vitest";
import { toDetail } from "../../../../issuer/authority/cae-request.js";
import { toContent } from "../../../../issuer/authority/content.js";
import { differingFields, equalContent } from "../../../../issuer/authority/equal-content.js";
import { numbered } from "./samples.js";

const associated = { voucherType: 6, posNumber: 2, voucherNumber: 9, cuit: null };
const tribute = { type: 99, baseAmount: 100, aliquot: 1, subtotal: 1, description: "Percepción municipal" };
const text = "Tributos.Tributo.0.Desc";
const sent = toContent(toDetail(numbered({ voucherType: 8, associatedVouchers: [associated], tributes: [tribute] })));
const dollars = toContent(
  toDetail(numbered({ currency: { id: "DOL", quotation: 1000.5 }, cancelsInSameForeignCurrency: "S" })),
);

const without = (content: Record<string, string>, ...fields: string[]) =>
  Object.fromEntries(Object.entries(content).filter(([field]) => !fields.includes(field)));

test("the same content is equal", () => {
  expect(equalContent(sent, { ...sent })).toBe(true);
});

test.each(Object.keys(sent))("another %s is another voucher", (field) => {
  expect(differingFields(sent, { ...sent, [field]: "987654" })).toEqual([
    { field, sent: sent[field], found: "987654" },
  ]);
});

test.each(Object.keys(dollars))("an answer without %s is equal only where absence says nothing", (field) => {
  const sayNothing = ["CanMisMonExt", "CondicionIVAReceptorId"];
  expect(equalContent(dollars, without(dollars, field))).toBe(sayNothing.includes(field));
});

test.each([
  { name: "pesos are the default currency", found: without(sent, "MonId", "MonCotiz"), equal: true },
  { name: "not cancelled in foreign currency is the default", found: { ...sent, CanMisMonExt: "N" }, equal: true },
  { name: "cancelled in foreign currency is not", found: { ...sent, CanMisMonExt: "S" }, equal: false },
  { name: "a text without its accents", found: { ...sent, [text]: "PERCEPCION MUNICIPAL" }, equal: true },
  { name: "a text in another encoding", found: { ...sent, [text]: "PercepciÃ³n municipal" }, equal: true },
  { name: "a text with question marks", found: { ...sent, [text]: "Percepci?n municipal" }, equal: true },
  { name: "another text", found: { ...sent, [text]: "Tasa" }, equal: false },
  { name: "a completed CUIT of the associated", found: { ...sent, "CbtesAsoc.CbteAsoc.0.Cuit": "2" }, equal: true },
  { name: "a second associated voucher", found: { ...sent, "CbtesAsoc.CbteAsoc.1.Nro": "2" }, equal: false },
  { name: "optional data that was not sent", found: { ...sent, "Opcionales.Opcional.0.Id": "2101" }, equal: false },
  { name: "a period that was not sent", found: { ...sent, "PeriodoAsoc.FchDesde": "20260801" }, equal: false },
  { name: "service dates that were not sent", found: { ...sent, FchServDesde: "20260801" }, equal: false },
  { name: "a voucher issued under a CAEA", found: { ...sent, EmisionTipo: "CAEA" }, equal: false },
])("$name: $equal", ({ found, equal }) => {
  expect(equalContent(sent, found)).toBe(equal);
});
