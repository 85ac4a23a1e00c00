import { expect, test } from "vitest";
import { fiscalQr, fiscalQrUrl } from "../../../renderer/fiscal-qr.js";
import { customers, sampleVoucher } from "./sample-voucher.js";

const payloadOf = (url: string) => Buffer.from(url.split("?p=")[1] ?? "", "base64").toString();

test("the QR code holds the authority's fields in order, with numbers as JSON numbers", () => {
  const voucher = sampleVoucher({ voucherType: 1, customer: customers.registered });
  const url = fiscalQrUrl(voucher);
  expect(url).toMatch(/^https:\/\/www\.arca\.gob\.ar\/fe\/qr\/\?p=[A-Za-z0-9+/]+=*$/);
  expect(payloadOf(url)).toBe(
    '{"ver":1,"fecha":"2026-11-21","cuit":30712345671,"ptoVta":2,"tipoCmp":1,"nroCmp":701,"importe":100,' +
      '"moneda":"PES","ctz":1,"tipoDocRec":80,"nroDocRec":30500010912,"tipoCodAut":"E","codAut":75471234567890}',
  );
});

test("the QR code holds a foreign currency's quotation and exact cents", () => {
  const voucher = sampleVoucher({ currency: { id: "DOL", quotation: 1480.25 } });
  const payload = payloadOf(fiscalQrUrl({ ...voucher, amounts: { ...voucher.amounts, total: "9999999999.99" } }));
  expect(JSON.parse(payload)).toMatchObject({ importe: 9999999999.99, moneda: "DOL", ctz: 1480.25 });
});

test.each([201, 203, 206, 211])("the QR code of type %i holds the type, and that it has a CAE", (voucherType) => {
  const voucher = sampleVoucher({ voucherType, customer: customers.registered });
  expect(JSON.parse(payloadOf(fiscalQrUrl(voucher)))).toMatchObject({ tipoCmp: voucherType, tipoCodAut: "E" });
});

test("the QR code of a voucher under CAEA says so", () => {
  const voucher = sampleVoucher({}, { authorization: "CAEA", cae: "26463476341977" });
  expect(JSON.parse(payloadOf(fiscalQrUrl(voucher)))).toMatchObject({ tipoCodAut: "A", codAut: 26463476341977 });
});

test("the QR code leaves out a document that is not a number", () => {
  const voucher = sampleVoucher({ customer: { ...customers.anonymous, docType: 94, docNumber: "AB123" } });
  const payload = JSON.parse(payloadOf(fiscalQrUrl(voucher)));
  expect(payload).not.toHaveProperty("tipoDocRec");
  expect(payload).not.toHaveProperty("nroDocRec");
});

test("the QR code is a square with three finder patterns in its corners", () => {
  const { size, path } = fiscalQr(sampleVoucher());
  for (const [x, y] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ])
    expect(path).toContain(`M${x} ${y}h7v1h-7z`);
});
