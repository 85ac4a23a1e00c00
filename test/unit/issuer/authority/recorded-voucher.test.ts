import { expect, test } from "vitest";
import { readConsultReply } from "../../../../issuer/authority/wsfe/consult-reply.js";
import { toRecordedVoucher } from "../../../../issuer/authority/wsfe/recorded-voucher.js";
import { recordedVoucher } from "../../../../shared/db/issuer-requests/recorded-voucher.js";
import { soapReply } from "./samples.js";

const asked = { posNumber: 4000, voucherType: 3, number: 1839 };

const found =
  "<ResultGet><Concepto>1</Concepto><DocTipo>80</DocTipo><DocNro>30000000007</DocNro><CbteDesde>1839</CbteDesde>" +
  "<CbteHasta>1839</CbteHasta><CbteFch>20210701</CbteFch><ImpTotal>122.5</ImpTotal><ImpTotConc>0</ImpTotConc>" +
  "<ImpNeto>100</ImpNeto><ImpOpEx>0.5</ImpOpEx><ImpTrib>1</ImpTrib><ImpIVA>21</ImpIVA><FchServDesde /><FchServHasta />" +
  "<FchVtoPago>20210801</FchVtoPago><MonId>DOL</MonId><MonCotiz>95.720000</MonCotiz>" +
  "<CbtesAsoc><CbteAsoc><Tipo>1</Tipo><PtoVta>4000</PtoVta><Nro>5</Nro><Cuit>30712345671</Cuit></CbteAsoc></CbtesAsoc>" +
  "<Tributos><Tributo><Id>99</Id><Desc>Impuesto Municipal</Desc><BaseImp>100</BaseImp><Alic>1</Alic><Importe>1</Importe></Tributo></Tributos>" +
  "<Iva><AlicIva><Id>5</Id><BaseImp>90</BaseImp><Importe>18.9</Importe></AlicIva><AlicIva><Id>4</Id><BaseImp>10</BaseImp>" +
  "<Importe>2.1</Importe></AlicIva></Iva><Resultado>A</Resultado>" +
  "<CodAutorizacion>71263951828318</CodAutorizacion><EmisionTipo>CAE</EmisionTipo><FchVto>20210711</FchVto>" +
  "<FchProceso>20210701172114</FchProceso><PtoVta>4000</PtoVta><CbteTipo>3</CbteTipo></ResultGet>";

function read(result: string) {
  const outcome = readConsultReply(soapReply("FECompConsultar", result), asked);
  if (outcome.outcome !== "found") throw new Error(`not found: ${JSON.stringify(outcome)}`);
  return toRecordedVoucher(outcome.voucher);
}

test("a voucher at the authority is described with our field names, even a foreign one", () => {
  const voucher = read(found);
  expect(voucher).toEqual({
    voucherNumber: 1839,
    voucherDate: "20210701",
    authorization: "CAE",
    cae: "71263951828318",
    caeExpirationDate: "20210711",
    processedAt: "2021-07-01T20:21:14.000Z",
    observations: [],
    concept: 1,
    docType: 80,
    docNumber: "30000000007",
    totalAmount: "122.5",
    netAmount: "100",
    vatAmount: "21",
    exemptAmount: "0.5",
    notTaxableAmount: "0",
    tributesAmount: "1",
    serviceFrom: null,
    serviceTo: null,
    serviceExpiration: "20210801",
    currency: "DOL",
    currencyQuotation: "95.72",
    cancelsInSameForeignCurrency: null,
    receiverTaxConditionId: null,
    vat: [
      { taxType: 4, base: "10", amount: "2.1" },
      { taxType: 5, base: "90", amount: "18.9" },
    ],
    tributes: [{ type: 99, baseAmount: "100", aliquot: "1", subtotal: "1", description: "Impuesto Municipal" }],
    associatedVouchers: [{ voucherType: 1, posNumber: 4000, voucherNumber: 5, cuit: "30712345671", date: null }],
    associatedPeriod: null,
    optionals: [],
    activities: [],
    buyers: [],
    others: [],
  });
  expect(recordedVoucher.parse(voucher)).toEqual(voucher);
});

test("the date of an associated voucher and the period of a note are read", () => {
  const voucher = read(
    found
      .replace("</Cuit></CbteAsoc>", "</Cuit><CbteFch>20210601</CbteFch></CbteAsoc>")
      .replace(
        "<Resultado>",
        "<PeriodoAsoc><FchDesde>20210601</FchDesde><FchHasta>20210630</FchHasta></PeriodoAsoc><Resultado>",
      ),
  );
  expect(voucher).toMatchObject({
    associatedVouchers: [{ date: "20210601" }],
    associatedPeriod: { from: "20210601", to: "20210630" },
    others: [],
  });
});

test("optional fields are read, whatever they say", () => {
  const more =
    "<Opcionales><Opcional><Id>2101</Id><Valor>x</Valor></Opcional><Opcional><Id>23</Id><Valor>OC 17</Valor></Opcional></Opcionales>";
  const voucher = read(found.replace("<Resultado>", `${more}<Resultado>`));
  expect(voucher).toMatchObject({
    optionals: [
      { id: "2101", value: "x" },
      { id: "23", value: "OC 17" },
    ],
    others: [],
  });
  expect(recordedVoucher.parse(voucher)).toEqual(voucher);
});

test("activities and several buyers are read", () => {
  const buyers = [
    { docType: 80, docNumber: "30710151543", share: 66.67 },
    { docType: 86, docNumber: "20222222223", share: 33.33 },
  ];
  const rows = buyers.map(
    ({ docType, docNumber, share }) =>
      `<Comprador><DocTipo>${docType}</DocTipo><DocNro>${docNumber}</DocNro><Porcentaje>${share}</Porcentaje></Comprador>`,
  );
  const more = `<Compradores>${rows.join("")}</Compradores><Actividades><Actividad><Id>620100</Id></Actividad></Actividades>`;
  const voucher = read(found.replace("<Resultado>", `${more}<Resultado>`));
  expect(voucher?.activities).toEqual([{ id: 620_100 }]);
  expect(voucher?.buyers).toHaveLength(2);
  expect(voucher?.buyers).toEqual(expect.arrayContaining(buyers));
  expect(voucher?.others).toEqual([]);
  expect(recordedVoucher.parse(voucher)).toEqual(voucher);
});

test("fields that this service never declares are listed unchanged", () => {
  const more = "<Novedad><Detalle>x</Detalle></Novedad>";
  const voucher = read(
    found.replace("<EmisionTipo>CAE<", "<EmisionTipo>CAI<").replace("<Resultado>", `${more}<Resultado>`),
  );
  expect(voucher?.others).toEqual(["EmisionTipo: CAI", "Novedad.Detalle: x"]);
});

test("a voucher under CAEA is told as such", () => {
  const voucher = read(found.replace("<EmisionTipo>CAE<", "<EmisionTipo>CAEA<"));
  expect(voucher).toMatchObject({ authorization: "CAEA", cae: "71263951828318", others: [] });
  expect(read(found)).toMatchObject({ authorization: "CAE", others: [] });
});

test.each([
  ["an amount is missing", "<ImpTotal>122.5</ImpTotal>", ""],
  ["an amount is not a number", "<ImpTotal>122.5", "<ImpTotal>much"],
  ["a row lacks its base", "<BaseImp>10</BaseImp>", ""],
  ["a date is invalid", "<FchVtoPago>20210801", "<FchVtoPago>20211301"],
  ["a flag is neither yes nor no", "<MonId>", "<CanMisMonExt>X</CanMisMonExt><MonId>"],
])("no value is invented when %s", (_, part, instead) => {
  expect(read(found.replace(part, instead))).toBeUndefined();
});
