import { describe, expect, test } from "vitest";
import { acceptanceLegend, cancellationOf, creditView, paymentView } from "../../../renderer/credit-view.js";
import { headerView } from "../../../renderer/header-view.js";
import { notesAbove } from "../../../renderer/notes-view.js";
import { issuableTypes } from "../../../shared/domain/voucher-types.js";
import { sheetsOf } from "../../support/readers/sheets-of.js";
import { sampleVoucher } from "./sample-voucher.js";

const payment = { cbu: "2850590940090418135201", alias: "empresa.cobros", transfer: "SCA" as const };
const invoice = (changes = {}) =>
  sampleVoucher({ voucherType: 201, serviceExpiration: "20261221", fce: payment, ...changes });
const note = (changes = {}) =>
  sampleVoucher({
    voucherType: 203,
    fce: { cancellation: false },
    associatedVouchers: [{ voucherType: 201, posNumber: 2, voucherNumber: 15, cuit: "30712345671", date: "20261118" }],
    ...changes,
  });

describe("a credit invoice", () => {
  test("says until when and how it is paid, also when it sells goods", () => {
    expect(paymentView(invoice())).toEqual({
      due: "21/12/2026",
      cbu: "2850590940090418135201",
      alias: "empresa.cobros",
      transfer: "Sistema de Circulación Abierta",
    });
    expect(paymentView(invoice({ fce: { ...payment, alias: null, transfer: "ADC" } }))).toMatchObject({
      alias: null,
      transfer: "Agente de Depósito Colectivo",
    });
  });

  test("says the day of payment once, beside the period of its service", () => {
    const voucher = invoice({ concept: 2, serviceFrom: "20261101", serviceTo: "20261130" });
    const { service, payment: said } = headerView(voucher, undefined, "beside");
    expect(service).toEqual({ from: "01/11/2026", to: "30/11/2026", expiration: null });
    expect(said?.due).toBe("21/12/2026");
  });

  test("prints nothing of its payment that is not known", async () => {
    for (const fce of [null, undefined]) {
      const voucher = invoice({ fce });
      expect(paymentView(voucher)).toEqual({ due: "21/12/2026", cbu: null, alias: null, transfer: null });
      const sheets = await sheetsOf(voucher);
      for (const label of ["CBU", "Alias", "Opción de transferencia", "null", "undefined"])
        expect(sheets).not.toContain(label);
    }
  });

  test("spells its total and says what its acceptance means", () => {
    expect(creditView(invoice())).toEqual({
      amount: "Son pesos argentinos cien con 00/100",
      legend: acceptanceLegend("20261121"),
    });
  });
});

test.each([
  ["20251031", 15],
  ["20251101", 21],
  ["20261031", 21],
  ["20261101", 15],
])("a credit invoice of %s is accepted after %i days", (voucherDate, days) => {
  expect(acceptanceLegend(voucherDate)).toContain(`dentro de los ${days} días corridos desde su recepción`);
});

describe("a note of a credit invoice", () => {
  test("names the invoice with its date, and whether it cancels it", () => {
    const { association } = headerView(note(), undefined, "beside");
    expect(association).toEqual({
      heading: "Comprobantes asociados",
      text: "Factura de Crédito Electrónica MiPyMEs (FCE) A 00002-00000015 del 18/11/2026",
      cancellation: "No",
    });
    expect(cancellationOf(note({ fce: { cancellation: true } }))).toBe("Sí");
  });

  test("says it also where its associated vouchers are below the items", () => {
    expect(notesAbove(note()).map(({ heading, text }) => [heading, text])).toEqual([
      ["Comprobantes asociados", "Factura de Crédito Electrónica MiPyMEs (FCE) A 00002-00000015 del 18/11/2026"],
      ["Anulación", "No"],
    ]);
  });

  test("has neither payment, nor day of payment, nor amount in words, nor the legend of acceptance", async () => {
    const service = { concept: 2, serviceFrom: "20261101", serviceTo: "20261130", serviceExpiration: "20261221" };
    const sheets = await sheetsOf(note(service));
    for (const text of ["CBU", "21/12/2026", "Son pesos", "27.440"]) expect(sheets).not.toContain(text);
    expect(sheets).toContain("01/11/2026");
  });

  test("prints nothing of a cancellation that is not known", async () => {
    for (const fce of [null, undefined]) expect(await sheetsOf(note({ fce }))).not.toContain("Anulación");
  });
});

test("all other vouchers have none of it, whatever their body says", () => {
  for (const [voucherType, { isFce }] of issuableTypes) {
    if (isFce) continue;
    for (const fce of [payment, { cancellation: true }]) {
      const voucher = sampleVoucher({ voucherType, fce, serviceExpiration: "20261221" });
      expect([paymentView(voucher), creditView(voucher), cancellationOf(voucher)]).toEqual([null, null, null]);
    }
  }
});
