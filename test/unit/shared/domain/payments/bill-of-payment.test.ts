import { expect, test } from "vitest";
import { checkIssuance } from "../../../../../api/schemas/check-issuance.js";
import { type BilledPayment, billOf, type Payer } from "../../../../../shared/domain/payments/bill-of-payment.js";

const payment: BilledPayment = {
  ...{ id: 7, kind: "renewal", vouchers: null, amount: "15000.10", plan: "Base" },
  ...{ periodFrom: "2026-11-29", periodUntil: "2026-12-28" },
};
const payer: Payer = {
  ...{ cuit: "20111111112", name: "Mono", taxType: 6, address: "San Martín 850", stateId: 12 },
  accountEmail: "mono@example.com",
};
const registered = { taxType: 1, withheldA: false, posNumber: 3, rate: 5 };
const today = "2026-12-01";

test("a renewal's voucher says what was paid, for whom, and for which days", () => {
  expect(billOf(payment, payer, registered, today)).toEqual({
    ...{ idempotency: "payment-7", externalReference: "7", posNumber: 3, voucherType: 1, concept: 2 },
    ...{ voucherDate: "20261201", serviceExpiration: "20261201", serviceFrom: "20261129", serviceTo: "20261228" },
    customer: {
      ...{ docType: 80, docNumber: "20111111112", name: "Mono", taxType: 6 },
      ...{ address: "San Martín 850", stateId: 12 },
    },
    items: [{ description: "Plan Base, del 29/11/2026 al 28/12/2026", quantity: 1, price: 15_000.1, taxType: 5 }],
    priceIncludesVat: true,
    emails: [{ email: "mono@example.com", name: "Mono" }],
  });
});

test.each([
  ["registered, to a registered taxpayer", registered, 1, 1],
  ["registered, to a monotributista", registered, 6, 1],
  ["registered, to an exempt", registered, 4, 6],
  ["registered, to whom VAT does not reach", registered, 15, 6],
  ["under withholding", { ...registered, withheldA: true }, 1, 51],
  ["under withholding, to an exempt", { ...registered, withheldA: true }, 4, 6],
  ["monotributista", { ...registered, taxType: 6 }, 1, 11],
])("who bills is %s: type", (_who, biller, taxType, voucherType) => {
  const bill = billOf(payment, { ...payer, taxType }, biller, today);
  expect(bill.voucherType).toBe(voucherType);
  const checked = checkIssuance(bill, {
    taxType: biller.taxType,
    vatRounding: "auto",
    withheldA: biller.withheldA,
  } as never);
  expect(checked).toMatchObject({ ok: true, amounts: { total: "15000.10" } });
});

test("extras are of the quota's month, and a company without an account is mailed nothing", () => {
  const extra = { ...payment, kind: "extra", vouchers: 50, periodFrom: "2026-11-15", periodUntil: null } as const;
  const bill = billOf(extra, { ...payer, accountEmail: null }, { ...registered, taxType: 6 }, today);
  expect(bill).toMatchObject({ serviceFrom: "20261115", serviceTo: "20261214", emails: [] });
  expect(bill.items).toMatchObject([
    { description: "50 comprobantes adicionales, del 15/11/2026 al 14/12/2026", taxType: null },
  ]);
});
