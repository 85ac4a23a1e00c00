import { expect, test } from "vitest";
import { toDetail } from "../../../../issuer/authority/wsfe/cae-request.js";
import { readConsultReply } from "../../../../issuer/authority/wsfe/consult-reply.js";
import { toContent } from "../../../../issuer/authority/wsfe/content.js";
import { differingFields, resemblanceOf } from "../../../../issuer/authority/wsfe/equal-content.js";
import { readLastNumberReply } from "../../../../issuer/authority/wsfe/last-number-reply.js";
import { writeXml } from "../../../../issuer/authority/xml.js";
import { numbered, reasons, soapReply } from "./samples.js";

const asked = { posNumber: 4000, voucherType: 1, number: 1839 };

/** As recorded at the authority in 2021: empty service dates, doubles without trailing zeros. */
const found =
  "<ResultGet><Concepto>1</Concepto><DocTipo>80</DocTipo><DocNro>30000000007</DocNro><CbteDesde>1839</CbteDesde>" +
  "<CbteHasta>1839</CbteHasta><CbteFch>20210701</CbteFch><ImpTotal>122</ImpTotal><ImpTotConc>0</ImpTotConc>" +
  "<ImpNeto>100</ImpNeto><ImpOpEx>0</ImpOpEx><ImpTrib>1</ImpTrib><ImpIVA>21</ImpIVA><FchServDesde /><FchServHasta />" +
  "<FchVtoPago /><MonId>PES</MonId><MonCotiz>1</MonCotiz><Tributos><Tributo><Id>99</Id>" +
  "<Desc>Impuesto Municipal Matanza</Desc><BaseImp>100</BaseImp><Alic>1</Alic><Importe>1</Importe></Tributo></Tributos>" +
  "<Iva><AlicIva><Id>5</Id><BaseImp>100</BaseImp><Importe>21</Importe></AlicIva></Iva><Resultado>A</Resultado>" +
  "<CodAutorizacion>71263951828318</CodAutorizacion><EmisionTipo>CAE</EmisionTipo><FchVto>20210711</FchVto>" +
  "<FchProceso>20210701172114</FchProceso><Observaciones><Obs><Code>10217</Code><Msg>El credito fiscal</Msg></Obs>" +
  "</Observaciones><PtoVta>4000</PtoVta><CbteTipo>1</CbteTipo></ResultGet>";

const consult = (result: string) => readConsultReply(soapReply("FECompConsultar", result), asked);
const failed = (...codes: number[]) => `<Errors>${reasons("Err", ...codes)}</Errors>`;

const company = { docType: 80, docNumber: "30000000007", name: "SA", taxType: 1, address: null, stateId: null };
const tribute = { type: 99, baseAmount: 100, aliquot: 1, subtotal: 1, description: "Impuesto Municipal Matanza" };
const ours = numbered(
  {
    voucherType: 1,
    posNumber: 4000,
    voucherDate: "20210701",
    customer: company,
    tributes: [tribute],
    priceIncludesVat: false,
  },
  1839,
);

test("a recorded answer equals the request that created the voucher", () => {
  const outcome = consult(found);
  if (outcome.outcome !== "found") throw new Error(`not found: ${JSON.stringify(outcome)}`);
  const { content, ...voucher } = outcome.voucher;
  expect(voucher).toEqual({
    numberTo: 1839,
    cae: "71263951828318",
    caeExpirationDate: "20210711",
    voucherDate: "20210701",
    processedAtMs: Date.parse("2021-07-01T17:21:14-03:00"),
    observations: [{ code: 10217, msg: "El credito fiscal" }],
  });
  expect(differingFields(toContent(toDetail(ours)), content)).toEqual([]);
});

test("every field that we send compares equal in the authority's answer", () => {
  const detail = toDetail(ours);
  const held = `<ResultGet>${writeXml(detail)}${found.slice(found.indexOf("<Resultado>"))}`;
  const outcome = consult(held);
  expect(outcome.outcome === "found" && outcome.voucher.content).toEqual(toContent(detail));
});

test.each([
  ["is missing", "<FchProceso>20210701172114</FchProceso>", ""],
  ["is empty", "20210701172114", ""],
  ["is invalid", "20210701172114", "20210701992114"],
  ["is given twice", "<FchProceso>", "<FchProceso>20210701172113</FchProceso><FchProceso>"],
])("a process time that %s is read as unknown, and the rest is still read", (_, part, instead) => {
  const outcome = consult(found.replace(part, instead));
  expect(outcome).toMatchObject({ outcome: "found", voucher: { cae: "71263951828318", processedAtMs: null } });
});

/** A lot: one voucher with the numbers 1838 to 1842, as only a foreign system issues them. */
const lot = found.replace("<CbteDesde>1839<", "<CbteDesde>1838<").replace("<CbteHasta>1839<", "<CbteHasta>1842<");

test("a lot is found under each of its numbers with its last number, and is not ours", () => {
  for (const number of [1838, 1839, 1842]) {
    const outcome = readConsultReply(soapReply("FECompConsultar", lot), { ...asked, number });
    if (outcome.outcome !== "found") throw new Error(`not found: ${JSON.stringify(outcome)}`);
    expect(outcome.voucher).toMatchObject({ numberTo: 1842, content: { CbteDesde: "1838", CbteHasta: "1842" } });
    const sent = toContent(toDetail({ ...ours, number }));
    expect(resemblanceOf(differingFields(sent, outcome.voucher.content))).toBe("other");
  }
});

test.each([
  ["begins after the requested number", 1837],
  ["ends before the requested number", 1843],
])("a lot that %s is no answer", (_, number) => {
  const outcome = readConsultReply(soapReply("FECompConsultar", lot), { ...asked, number });
  expect(outcome).toMatchObject({ outcome: "unknown" });
});

test("a lot without an end, or with an end before its start, is no answer", () => {
  expect(consult(found.replace("<CbteHasta>1839</CbteHasta>", ""))).toMatchObject({ outcome: "unknown" });
  expect(consult(found.replace("<CbteHasta>1839<", "<CbteHasta>1838<"))).toMatchObject({ outcome: "unknown" });
});

test("a voucher under a CAEA is marked as not ours", () => {
  const outcome = consult(found.replace("<EmisionTipo>CAE<", "<EmisionTipo>CAEA<"));
  expect(outcome).toMatchObject({ voucher: { content: { EmisionTipo: "CAEA" } } });
});

test.each([
  { name: "nothing found", result: failed(602), outcome: "absent" },
  { name: "nothing found and another error", result: failed(602, 501), outcome: "unknown" },
  { name: "nothing found and a voucher", result: found + failed(602), outcome: "unknown" },
  { name: "an empty answer", result: "", outcome: "unknown" },
  { name: "no errors inside Errors", result: "<Errors />", outcome: "unknown" },
  { name: "ticket", result: failed(600), outcome: "ticket" },
  { name: "internal failure", result: failed(501), outcome: "unknown" },
  { name: "another number", result: found.replaceAll("1839", "1840"), outcome: "unknown" },
  { name: "another point of sale", result: found.replace("<PtoVta>4000", "<PtoVta>4001"), outcome: "unknown" },
  { name: "not approved", result: found.replace("<Resultado>A", "<Resultado>R"), outcome: "unknown" },
  { name: "no code", result: found.replace("71263951828318", ""), outcome: "unknown" },
])("FECompConsultar, $name: $outcome", ({ result, outcome }) => {
  expect(consult(result)).toMatchObject({ outcome });
});

test("a truncated consult decides nothing", () => {
  for (const text of [soapReply("FECompConsultar", found), soapReply("FECompConsultar", failed(602))]) {
    for (let length = 0; length < text.length; length += 7) {
      expect(readConsultReply(text.slice(0, length), asked)).toMatchObject({ outcome: "unknown" });
    }
  }
});

const last = (pos: number, type: number, number: number | string) =>
  `<PtoVta>${pos}</PtoVta><CbteTipo>${type}</CbteTipo><CbteNro>${number}</CbteNro>`;

/** The time in the header of the answers. */
const authorityTimeMs = Date.parse("2026-08-18T13:07:42.376-03:00");

test.each([
  { name: "a number", result: last(4000, 1, 1838), expected: { outcome: "known", number: 1838, authorityTimeMs } },
  { name: "no number yet", result: last(4000, 1, 0), expected: { outcome: "known", number: 0 } },
  { name: "zero with a ticket error", result: last(0, 0, 0) + failed(600), expected: { outcome: "ticket" } },
  {
    name: "zero with an error",
    result: last(4000, 1, 0) + failed(501),
    expected: { outcome: "unknown", permanent: false },
  },
  {
    name: "a closed point of sale",
    result: last(0, 0, 0) + failed(11002),
    expected: { outcome: "unknown", permanent: true },
  },
  { name: "another sequence", result: last(4001, 1, 7), expected: { outcome: "unknown", permanent: false } },
  { name: "no number", result: last(4000, 1, ""), expected: { outcome: "unknown", permanent: false } },
])("FECompUltimoAutorizado, $name", ({ result, expected }) => {
  expect(readLastNumberReply(soapReply("FECompUltimoAutorizado", result), asked)).toMatchObject(expected);
});

test("a last number is valid without the authority's time", () => {
  const read = (fecha: string) =>
    readLastNumberReply(soapReply("FECompUltimoAutorizado", last(4000, 1, 7), fecha), asked);
  expect(read("")).toEqual({ outcome: "known", number: 7, authorityTimeMs: null });
  expect(read("yesterday")).toEqual({ outcome: "known", number: 7, authorityTimeMs: null });
});

test.each(["", "<html></html>", "<!DOCTYPE html><html></html>"])("%j is not a last number", (text) => {
  expect(readLastNumberReply(text, asked)).toMatchObject({ outcome: "unknown", permanent: false });
});
