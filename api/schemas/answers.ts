import { z } from "@hono/zod-openapi";
import { fceTransfers } from "../../shared/domain/fce.js";
import { issuanceRequestShape } from "./issuance-request.js";

export const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const fiscalDate = z.string().regex(/^\d{8}$/);
/** A string with two decimals: a JSON number could lose cents. */
const ofLater = { description: "Left out in vouchers from before this field." };
const amount = z
  .string()
  .regex(/^\d+\.\d{2}$/)
  .openapi({ example: "1210.00" });
/** What the authority says: its code and its own text. */
export const authorityMessage = z.object({ code: z.int(), msg: z.string() });

/** What of the request was ignored. Source: api/README.md, "Ignored input". */
export const warnings = z
  .array(z.object({ field: z.string(), message: z.string() }))
  .min(1)
  .max(50)
  .optional();

/** A success: `ok` and the result. Source: api/README.md, "What the service does", rule 9. */
export const success = <Result extends z.ZodType>(result: Result) =>
  z.object({ ok: z.literal(true), result, warnings });
export const list = <Row extends z.ZodType>(row: Row) =>
  z.object({ ok: z.literal(true), total: z.int().min(0), result: z.array(row), warnings });

export const quota = z
  .object({
    type: z.literal("invoices"),
    granted: z.int().openapi({ description: "Vouchers granted for the period, including extras." }),
    used: z.int(),
    remaining: z.int().min(0),
    overage: z.int().min(0),
    periodEnd: date.openapi({ description: "The day on which the quota renews." }),
    breakdown: z.object({ production: z.int(), homologation: z.int() }),
  })
  .openapi("Quota");

export const issued = z
  .object({
    ok: z.literal(true),
    result: z.object({
      id: z.int(),
      voucherNumber: z.int(),
      cae: z.string().regex(/^\d{14}$/),
      totalAmount: z.number(),
      authorization: z
        .literal("CAEA")
        .optional()
        .openapi({ description: "Left out unless it was issued in a contingency." }),
      posNumber: z.int().optional().openapi({ description: "Left out unless it was issued in a contingency." }),
      taxAuthObservations: z.array(authorityMessage).nullable(),
      idempotencyHit: z
        .boolean()
        .openapi({ description: "True when the key already had this voucher and nothing was issued." }),
    }),
    quota: quota.nullable(),
    warnings,
  })
  .openapi("Issued");

const requestFields = issuanceRequestShape.shape;

const vatRow = z.object({ taxType: z.int(), rate: z.string(), base: amount, amount });

const remark = z.object({
  field: z.string().nullable(),
  code: z
    .union([z.int(), z.string()])
    .openapi({ description: "The authority's code, or one of this API's error codes." }),
  message: z.string(),
});

export const preview = z
  .object({
    totals: z.object({
      net: amount,
      vat: amount,
      exempt: amount,
      notTaxable: amount,
      tributes: amount,
      total: amount,
    }),
    vat: z.array(vatRow),
    problems: z.array(remark),
    notes: z.array(remark),
    previewHash: z
      .string()
      .regex(/^[0-9a-z]+\.[\w-]{43}$/)
      .openapi({
        description:
          "Proof for 15 minutes that this content was previewed: agents give it back when they issue (`/mcp`). Other clients need not.",
        example: "mk3v9q2o.0Ff0Ck1rC3bHh2Ux7o5mXl8kQ4cW6yZtS9dR2eNvJwA",
      }),
  })
  .openapi("Preview");

export const voucher = z
  .object({
    id: z.int(),
    voucherType: z.int(),
    posNumber: z.int(),
    voucherNumber: z.int(),
    voucherDate: fiscalDate,
    docType: z.int(),
    docNumber: z.string(),
    totalAmount: amount,
    netAmount: amount,
    vatAmount: amount,
    exemptAmount: amount,
    notTaxableAmount: amount,
    tributesAmount: amount,
    creditedAmount: amount,
    debitedAmount: amount,
    cae: z.string().regex(/^\d{14}$/),
    caeExpirationDate: fiscalDate,
    authorization: z.enum(["CAE", "CAEA"]),
    reported: z.iso.datetime().nullish().openapi({ description: "Left out unless `authorization` is CAEA." }),
    reportErrors: z
      .array(authorityMessage)
      .optional()
      .openapi({ description: "Left out unless `authorization` is CAEA." }),
    givenUp: z.literal(true).optional().openapi({ description: "Left out unless nobody will report the voucher." }),
    status: z.literal("APPROVED"),
    production: z.boolean(),
    currency: z.string(),
    currencyQuotation: z.string().regex(/^\d+\.\d{6}$/),
    externalReference: z.string().nullable(),
    idempotency: z.string().nullable(),
    apiKeyId: z.int().nullable(),
    userEmail: z.string().nullable(),
    source: z.enum(["api", "app", "rcel"]).openapi({
      description: "`rcel`: issued elsewhere and imported; it has no items, no names and no PDF here.",
    }),
    created: z.iso.datetime(),
    hasPdf: z.boolean(),
    vat: z.array(vatRow),
    taxAuthObservations: z.array(authorityMessage).nullable(),
    concept: requestFields.concept,
    serviceFrom: fiscalDate.nullable(),
    serviceTo: fiscalDate.nullable(),
    serviceExpiration: fiscalDate.nullable(),
    customer: z.object({
      docType: z.int(),
      docNumber: z.string(),
      name: z.string(),
      taxType: z.int().nullable().openapi({ description: "null only in `rcel` vouchers." }),
      address: z.string().nullable(),
      stateId: z.int().nullable(),
    }),
    items: z.array(
      z.object({
        description: z.string(),
        quantity: z.number(),
        price: z.number(),
        taxType: z.int().nullable(),
        code: z.string().nullable(),
        unitType: z.int(),
        discount: z.number(),
        discountType: z.enum(["percentage", "amount"]),
      }),
    ),
    associatedVouchers: z
      .array(
        z.object({
          voucherType: z.int(),
          posNumber: z.int(),
          voucherNumber: z.int(),
          cuit: z.string().nullable(),
          date: fiscalDate.nullish(),
        }),
      )
      .nullable(),
    associatedPeriod: z
      .object({ from: fiscalDate, to: fiscalDate })
      .nullish()
      .openapi({ description: "Left out in vouchers from before this field." }),
    fce: z
      .object({
        cbu: z.string().optional(),
        alias: z.string().nullable().optional(),
        transfer: z.enum(fceTransfers).optional(),
        cancellation: z.boolean().optional(),
      })
      .nullish()
      .openapi({
        description:
          "Invoices have the first three, notes only the last; null in all other vouchers. Left out in vouchers from before this field.",
      }),
    priceIncludesVat: z.boolean(),
    tributes: z
      .array(
        z.object({
          type: z.int(),
          baseAmount: z.number(),
          aliquot: z.number(),
          subtotal: z.number(),
          description: z.string().nullable(),
        }),
      )
      .nullable(),
    emails: z
      .array(
        z.object({
          email: z.string(),
          name: z.string().nullable(),
          comments: z.string().nullable(),
          pdfVersions: z.array(z.int()),
          state: z.enum(["due", "sent", "failed"]).openapi({
            description:
              "`due`: will be sent, or tried again. `failed`: refused for good, or not delivered for a whole day.",
          }),
          smtpResponse: z.string().nullable().openapi({ description: "The mail server's last answer." }),
          sent: z.iso.datetime().nullable().openapi({ description: "When the mail server accepted it." }),
        }),
      )
      .nullable(),
    settings: z.object({ quantityPrecision: z.int(), pricePrecision: z.int() }),
    legend: z.string().nullable(),
    comments: z.string().nullable(),
    additionalData: z.record(z.string(), z.unknown()).nullable(),
    cancelsInSameForeignCurrency: z.enum(["S", "N"]).nullable(),
    receiverTaxConditionId: z.int().nullable(),
    activityCode: z
      .string()
      .regex(/^\d{6}$/)
      .nullish()
      .openapi(ofLater),
    saleCondition: z.string().nullish().openapi(ofLater),
    optionals: z
      .array(z.object({ id: z.string(), value: z.string() }))
      .nullish()
      .openapi(ofLater),
    activities: z
      .array(z.object({ id: z.int() }))
      .nullish()
      .openapi(ofLater),
    buyers: z
      .array(z.object({ docType: z.int(), docNumber: z.string(), share: z.number() }))
      .nullish()
      .openapi(ofLater),
  })
  .openapi("Voucher");

/** The notes of the voucher are told of one voucher alone, not in lists. */
export const voucherWithNotes = z
  .object({
    ...voucher.shape,
    notes: z.array(
      z.object({
        id: z.int(),
        voucherType: z.int(),
        posNumber: z.int(),
        voucherNumber: z.int(),
        totalAmount: amount,
      }),
    ),
  })
  .openapi("VoucherWithNotes");
