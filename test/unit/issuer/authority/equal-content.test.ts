import { expect, test } from "vitest";
import { toDetail } from "../../../../issuer/authority/wsfe/cae-request.js";
import { toContent } from "../../../../issuer/authority/wsfe/content.js";
import { differingFields, isSameSale, resemblanceOf } from "../../../../issuer/authority/wsfe/equal-content.js";
import type { Resemblance } from "../../../../shared/domain/evidence.js";
import { numbered } from "./samples.js";

type Content = Record<string, string>;

const associated = { voucherType: 6, posNumber: 2, voucherNumber: 9, cuit: null };
const tribute = { type: 99, baseAmount: 100, aliquot: 1, subtotal: 1, description: "Percepción municipal" };
const text = "Tributos.Tributo.0.Desc";
const sent = toContent(toDetail(numbered({ voucherType: 8, associatedVouchers: [associated], tributes: [tribute] })));
const dollars = toContent(
  toDetail(numbered({ currency: { id: "DOL", quotation: 1000.5 }, cancelsInSameForeignCurrency: "S" })),
);
/** A content without lists: letter C, no tributes, no associated vouchers. */
const plain = toContent(toDetail(numbered({ voucherType: 11 })));

const without = (content: Content, ...fields: string[]) =>
  Object.fromEntries(Object.entries(content).filter(([field]) => !fields.includes(field)));

const resemblance = (ours: Content, theirs: Content): Resemblance => resemblanceOf(differingFields(ours, theirs));

/** A different value in one of these fields means another sale or another number. */
const identity = ["DocTipo", "DocNro", "CbteFch", "ImpTotal", "MonId", "CbteDesde", "CbteHasta"];

test("the same content is equal", () => {
  expect(differingFields(sent, { ...sent })).toEqual([]);
  expect(resemblance(sent, { ...sent })).toBe("same");
});

test.each(Object.keys(sent))("another %s makes the voucher near, or another sale's", (field) => {
  const found = { ...sent, [field]: "987654" };
  expect(differingFields(sent, found)).toEqual([{ field, sent: sent[field], found: "987654" }]);
  expect(resemblance(sent, found)).toBe(identity.includes(field) ? "other" : "near");
});

test("every voucher sends the identity fields", () => {
  for (const content of [sent, dollars, plain]) expect(Object.keys(content)).toEqual(expect.arrayContaining(identity));
});

test.each(Object.keys(dollars))(
  "an answer without %s is near, or the same where the authority may omit it",
  (field) => {
    const sayNothing = ["CanMisMonExt", "CondicionIVAReceptorId"];
    expect(resemblance(dollars, without(dollars, field))).toBe(sayNothing.includes(field) ? "same" : "near");
  },
);

test("another period of a note makes the voucher near, and so does an answer without it", () => {
  const note = { voucherType: 8, associatedPeriod: { from: "20260701", to: "20260731" } };
  const ours = toContent(toDetail(numbered(note)));
  expect(resemblance(ours, { ...ours })).toBe("same");
  expect(resemblance(ours, { ...ours, "PeriodoAsoc.FchDesde": "20260702" })).toBe("near");
  expect(resemblance(ours, without(ours, "PeriodoAsoc.FchDesde", "PeriodoAsoc.FchHasta"))).toBe("near");
});

test("another date of the associated voucher makes the voucher near; an answer that leaves it out is the same", () => {
  const ours = toContent(
    toDetail(numbered({ voucherType: 8, associatedVouchers: [{ ...associated, date: "20260801" }] })),
  );
  const field = "CbtesAsoc.CbteAsoc.0.CbteFch";
  expect(resemblance(ours, { ...ours, [field]: "20260802" })).toBe("near");
  expect(resemblance(ours, without(ours, field))).toBe("same");
  expect(resemblance(ours, without(ours, "CbtesAsoc.CbteAsoc.0.Nro"))).toBe("near");
});

test("an empty answer is near, because nothing in it shows another sale", () => {
  expect(resemblance(sent, {})).toBe("near");
  expect(isSameSale(differingFields(sent, {}))).toBe(true);
});

test.each<{ name: string; found: Content; is: Resemblance; ours?: Content }>([
  { name: "no currency, where we sent pesos", found: without(sent, "MonId", "MonCotiz"), is: "same" },
  {
    name: "no currency, where we sent another than pesos",
    ours: dollars,
    found: without(dollars, "MonId", "MonCotiz"),
    is: "near",
  },
  { name: "another currency", found: { ...sent, MonId: "DOL" }, is: "other" },
  { name: "another quotation", ours: dollars, found: { ...dollars, MonCotiz: "1000.6" }, is: "near" },
  { name: "a text without its accents", found: { ...sent, [text]: "PERCEPCION MUNICIPAL" }, is: "same" },
  { name: "a text in another encoding", found: { ...sent, [text]: "PercepciÃ³n municipal" }, is: "same" },
  { name: "a text with question marks", found: { ...sent, [text]: "Percepci?n municipal" }, is: "same" },
  { name: "another text", found: { ...sent, [text]: "Tasa" }, is: "near" },
  { name: "no text", found: without(sent, text), is: "near" },
  { name: "a voucher issued under a CAEA", found: { ...sent, EmisionTipo: "CAEA" }, is: "near" },
  { name: "another sale's voucher under a CAEA", found: { ...sent, EmisionTipo: "CAEA", DocNro: "1" }, is: "other" },
  { name: "a lot that begins with it", found: { ...sent, CbteHasta: "705" }, is: "other" },
  { name: "a lot that ends with it", found: { ...sent, CbteDesde: "698" }, is: "other" },
  { name: "one field of another sale, while others are missing", found: { ImpTotal: "1" }, is: "other" },
])("$name: $is", ({ ours = sent, found, is }) => {
  expect(resemblance(ours, found)).toBe(is);
  expect(differingFields(ours, found).length === 0).toBe(is === "same");
});

test.each<[name: string, more: Content]>([
  ["an unknown element", { Nuevo: "1" }],
  ["an unknown group", { "Nuevos.Algo": "1" }],
  ["an unknown list", { "Nuevos.Nuevo.0.Id": "1" }],
  ["a period", { "PeriodoAsoc.FchDesde": "20260801", "PeriodoAsoc.FchHasta": "20260831" }],
  ["service dates", { FchServDesde: "20260801", FchServHasta: "20260831", FchVtoPago: "20260910" }],
  ["the currency of the payment", { CanMisMonExt: "S" }],
  ["an added CUIT of the associated voucher", { "CbtesAsoc.CbteAsoc.0.Cuit": "30710151543" }],
  ["an added date of the associated voucher", { "CbtesAsoc.CbteAsoc.0.CbteFch": "20260801" }],
  ["an unknown element within a row", { "Iva.AlicIva.0.Nuevo": "1" }],
])("%s that we did not declare is no difference", (_, more) => {
  expect(differingFields(sent, { ...sent, ...more })).toEqual([]);
});

test.each<[list: string, more: Content]>([
  ["CbtesAsoc", { "CbtesAsoc.CbteAsoc.1.Nro": "2" }],
  ["Opcionales", { "Opcionales.Opcional.1.Id": "2101", "Opcionales.Opcional.1.Valor": "x" }],
  ["Compradores", { "Compradores.Comprador.1.DocNro": "30500010912" }],
])("a row of %s, which only an issuer gives, is a difference though we declared none", (list, more) => {
  expect(Object.keys(plain).filter((field) => field.startsWith(list))).toEqual([]);
  expect(differingFields(plain, { ...plain, ...more })).toHaveLength(Object.keys(more).length);
  expect(resemblance(plain, { ...plain, ...more })).toBe("near");
});

test.each<[list: string, more: Content]>([
  ["Tributos", { "Tributos.Tributo.1.Id": "7" }],
  ["Iva", { "Iva.AlicIva.1.Id": "4", "Iva.AlicIva.1.Importe": "1" }],
])("an additional row of %s is a difference only where we declared the list", (list, more) => {
  const found = Object.entries(more).map(([field, theirs]) => ({ field, found: theirs }));
  expect(differingFields(sent, { ...sent, ...more })).toEqual(found);
  expect(resemblance(sent, { ...sent, ...more })).toBe("near");
  expect(Object.keys(plain).filter((field) => field.startsWith(list))).toEqual([]);
  expect(differingFields(plain, { ...plain, ...more })).toEqual([]);
});

test("a missing row makes the voucher near", () => {
  const rowless = without(sent, ...Object.keys(sent).filter((field) => field.startsWith("Iva.")));
  expect(resemblance(sent, rowless)).toBe("near");
});

test("for an operator, receiver, date and total identify a sale, whatever its number and currency", () => {
  const isSame = (found: Content) => isSameSale(differingFields(sent, { ...sent, ...found }));
  expect(isSame({ CbteDesde: "9", CbteHasta: "9", MonId: "DOL", ImpNeto: "1" })).toBe(true);
  for (const field of ["DocTipo", "DocNro", "CbteFch", "ImpTotal"]) expect(isSame({ [field]: "1" })).toBe(false);
});

test("a report is compared with its code: a voucher under a CAE or under another code is not ours", () => {
  const under = (code: string) => ({ EmisionTipo: "CAEA", CodAutorizacion: code });
  const reported = { ...sent, ...under("21043476341977") };
  expect(differingFields(reported, { ...sent, ...under("21043476341977") })).toEqual([]);
  expect(differingFields(reported, { ...sent, ...under("21043476341978") })).toEqual([
    { field: "CodAutorizacion", sent: "21043476341977", found: "21043476341978" },
  ]);
  expect(differingFields(reported, { ...sent, CodAutorizacion: "21043476341977" })).toEqual([
    { field: "EmisionTipo", sent: "CAEA" },
  ]);
});

test.each([
  [0.875, "0.875", "same"],
  [0.875, "0.88", "same"],
  [0.875, "0.87", "same"],
  [0.875, "0.86", "near"],
  [0.875, "0.9", "near"],
  [0.88, "0.875", "near"],
  [3, "3.00", "same"],
] as const)("an aliquot of %d that comes back as %s makes the voucher %s", (aliquot, told, expected) => {
  const ours = toContent(toDetail(numbered({ tributes: [{ ...tribute, aliquot }] })));
  expect(resemblance(ours, { ...ours, "Tributos.Tributo.0.Alic": told })).toBe(expected);
});
