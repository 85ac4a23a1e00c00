import { z } from "zod";
import type { RecordedVoucher } from "../../domain/recorded-voucher.js";

/** Amounts are text, because a JSON number could lose cents. */
const amount = z.string();
const date = z.string().nullable();

/** A voucher on record at the tax authority. */
export const recordedVoucher: z.ZodType<RecordedVoucher> = z.object({
  voucherNumber: z.int(),
  voucherDate: z.string(),
  authorization: z.enum(["CAE", "CAEA"]),
  cae: z.string(),
  caeExpirationDate: z.string(),
  processedAt: z.string(),
  observations: z.array(z.object({ code: z.int(), msg: z.string() })),
  concept: z.int(),
  docType: z.int(),
  docNumber: z.string(),
  totalAmount: amount,
  netAmount: amount,
  vatAmount: amount,
  exemptAmount: amount,
  notTaxableAmount: amount,
  tributesAmount: amount,
  serviceFrom: date,
  serviceTo: date,
  serviceExpiration: date,
  currency: z.string(),
  currencyQuotation: z.string(),
  cancelsInSameForeignCurrency: z.enum(["S", "N"]).nullable(),
  receiverTaxConditionId: z.int().nullable(),
  vat: z.array(z.object({ taxType: z.int(), base: amount, amount })),
  tributes: z.array(
    z.object({
      type: z.int(),
      baseAmount: amount,
      aliquot: amount,
      subtotal: amount,
      description: z.string().nullable(),
    }),
  ),
  associatedVouchers: z.array(
    z.object({
      voucherType: z.int(),
      posNumber: z.int(),
      voucherNumber: z.int(),
      cuit: z.string().nullable(),
      date: z.string().nullable(),
    }),
  ),
  associatedPeriod: z.object({ from: z.string(), to: z.string() }).nullable(),
  optionals: z.array(z.object({ id: z.string(), value: z.string() })).nullable(),
  activities: z.array(z.object({ id: z.int() })).nullable(),
  buyers: z.array(z.object({ docType: z.int(), docNumber: z.string(), share: z.number() })).nullable(),
  others: z.array(z.string()).nullable(),
});
