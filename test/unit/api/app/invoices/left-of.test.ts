import { expect, test } from "vitest";
import { isCreditable, isWholeCreditable, leftOf } from "../../../../../api/app/invoices/voucher/left-of.js";

const invoice = {
  voucherType: 6,
  source: "api" as const,
  totalAmount: "100.00",
  creditedAmount: "0.00",
  debitedAmount: "0.00",
};

test("what is left counts debit notes, and is never negative", () => {
  expect(leftOf({ ...invoice, creditedAmount: "30.10", debitedAmount: "10.05" })).toBe("79.95");
  expect(leftOf({ ...invoice, creditedAmount: "130.00" })).toBe("0.00");
});

test("a credit note is offered while something is left, and the whole of it only while nothing is credited", () => {
  expect(isCreditable(invoice)).toBe(true);
  expect(isWholeCreditable(invoice)).toBe(true);
  expect(isCreditable({ ...invoice, creditedAmount: "100.00" })).toBe(false);
  expect(isWholeCreditable({ ...invoice, creditedAmount: "1.00" })).toBe(false);
  expect(isWholeCreditable({ ...invoice, source: "rcel" })).toBe(false);
});

test.each([3, 8, 13, 53, 203, 54])("type %i has no credit note", (voucherType) => {
  expect(isCreditable({ ...invoice, voucherType })).toBe(false);
});
