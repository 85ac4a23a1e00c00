import { randomUUID } from "node:crypto";
import { argentineDay, toFiscalDate } from "../../../shared/domain/calendar.js";

/** Today in Argentina, `YYYYMMDD`. */
export const today = (): string => toFiscalDate(argentineDay(Date.now()));

/** A body for POST /invoices: letter B, to a final consumer, one line of 100 including 21 % VAT. */
export function invoiceB(over: Record<string, unknown> = {}) {
  return {
    idempotency: `test-${randomUUID()}`,
    posNumber: 1,
    voucherType: 6,
    concept: 1,
    voucherDate: today(),
    customer: { docType: 99, docNumber: "0", name: "Consumidor Final", taxType: 5 },
    items: [{ description: "Yerba mate 1 kg", quantity: 1, price: 100, taxType: 5 }],
    ...over,
  };
}

/** A consumer who showed a document: their sale is not taken for any other. */
export const identified = { docType: 96, docNumber: "30111222", name: "Consumidor Final", taxType: 5 };

/** As `invoiceB`, but letter A to a registered taxpayer. */
export const invoiceA = (over: Record<string, unknown> = {}) =>
  invoiceB({
    voucherType: 1,
    customer: { docType: 80, docNumber: "30710151543", name: "Librería del Sur S.R.L.", taxType: 1 },
    ...over,
  });
