import { z } from "@hono/zod-openapi";
import { field, like, part } from "./field.js";
import { id } from "./shown.js";
import { posNumber, rateCodes, voucherNumber } from "./voucher-parts.js";

const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** A string with two decimals: a JSON number could lose cents. */
export const amount = z.string().regex(/^\d+\.\d{2}$/);

/** What the authority says: its code and its own text. */
export const authorityMessage = part("AuthorityMessage", {
  code: field(z.int(), { says: "The authority's code.", example: 10_017 }),
  msg: field(z.string(), { says: "The authority's own text.", example: "Factura individual, DocTipo: 80" }),
});

export const ok = field(z.literal(true), { says: "Whether the request succeeded. Clients check this first." });

/** What of the request was ignored. Source: api/README.md, "Ignored input". */
export const warnings = field(
  z
    .array(
      part("Warning", {
        field: field(z.string(), {
          says: "The path in the body, or ? and the name of a query parameter.",
          example: "customer.adress",
        }),
        message: field(z.string(), { says: "Why it was ignored, for people.", example: "is not a known property" }),
      }),
    )
    .min(1)
    .max(50)
    .optional(),
  { says: "What of the request was ignored; left out when nothing was." },
);

/** Of a success, beside `ok`. Source: api/README.md, "What the service does", rule 9. */
export const succeeded = <Shape extends z.ZodRawShape>(shape: Shape) => ({ ok, ...shape, warnings });

const result = <Result extends z.ZodType>(rule: Result) => like(rule, rule, { says: "The result of the request." });

export const success = <Result extends z.ZodType>(rule: Result) => z.object(succeeded({ result: result(rule) }));
export const list = <Row extends z.ZodType>(row: Row) =>
  z.object(
    succeeded({
      total: field(z.int().min(0), { says: "How many rows match, on all pages.", example: 1 }),
      result: result(z.array(row)),
    }),
  );

export const quota = part("Quota", {
  type: field(z.literal("invoices"), { says: "What the quota counts." }),
  granted: field(z.int(), { says: "Vouchers granted for the period, including extras.", example: 500 }),
  used: field(z.int(), { says: "Vouchers consumed in the period, including one just issued.", example: 120 }),
  remaining: field(z.int().min(0), { says: "Vouchers left in the period, never below zero.", example: 380 }),
  overage: field(z.int().min(0), { says: "Vouchers issued beyond the quota.", example: 0 }),
  periodEnd: field(date, { says: "The day on which the quota renews.", example: "2026-12-21" }),
  breakdown: field(
    z.object({
      production: field(z.int(), { says: "Consumed in production.", example: 100 }),
      homologation: field(z.int(), { says: "Consumed in homologation.", example: 20 }),
    }),
    { says: "Consumption by environment." },
  ),
});

export const cae = field(z.string().regex(/^\d{14}$/), {
  says: "The authority's authorization code.",
  example: "86479525117674",
});

export const observations = field(z.array(authorityMessage).nullable(), {
  says: "The authority's remarks on the authorized voucher; null when it made none.",
});

export const issued = part(
  "Issued",
  succeeded({
    result: result(
      z.object({
        id,
        voucherNumber: like(voucherNumber, z.int()),
        cae,
        totalAmount: field(z.number(), { says: "Total amount.", example: 7_001 }),
        authorization: field(z.literal("CAEA").optional(), {
          says: "Left out unless it was issued in a contingency, under a code that was obtained before.",
          example: "CAEA",
        }),
        posNumber: like(posNumber, z.int().optional(), {
          says: "The point of sale that stood in for the one that was asked for, in a contingency; else left out.",
          example: 9,
        }),
        taxAuthObservations: observations,
        idempotencyHit: field(z.boolean(), {
          says: "True when the key already had this voucher and nothing was issued.",
          example: false,
        }),
      }),
    ),
    quota: field(quota.nullable(), {
      says: "The quota of the month; null when nothing was consumed. Its fields may change.",
    }),
  }),
);

export const vatRows = field(
  z.array(
    part("VatRow", {
      taxType: field(z.int(), { says: rateCodes, example: 5 }),
      rate: field(z.string(), { says: "The VAT rate as a percentage.", example: "21" }),
      base: field(amount, { says: "Taxable base.", example: "5785.95" }),
      amount: field(amount, { says: "VAT amount of the row.", example: "1215.05" }),
    }),
  ),
  { says: "One row per VAT rate." },
);

export const remark = part("Remark", {
  field: field(z.string().nullable(), {
    says: "The field's path in the body, such as items.0.price; null means the whole body.",
    example: "items.0.price",
  }),
  code: field(z.union([z.int(), z.string()]), {
    says: "The authority's code, or one of this API's: an error code, ZERO_TOTAL, IDEMPOTENCY_HIT or IDEMPOTENCY_IN_USE.",
    example: 10_015,
  }),
  message: field(z.string(), { says: "The problem in words, for people.", example: "must be 0.0001 or more" }),
});

export const preview = part("Preview", {
  totals: field(
    z.object({
      net: field(amount, { says: "Taxable net.", example: "1000.00" }),
      vat: field(amount, { says: "VAT.", example: "210.00" }),
      exempt: field(amount, { says: "Exempt.", example: "0.00" }),
      notTaxable: field(amount, { says: "Not taxable.", example: "0.00" }),
      tributes: field(amount, { says: "Other tributes.", example: "0.00" }),
      total: field(amount, { says: "Total amount.", example: "1210.00" }),
    }),
    { says: "The amounts of the voucher." },
  ),
  vat: vatRows,
  problems: field(z.array(remark), {
    says: "Reasons why the authority or this service would refuse it; empty when none is known.",
  }),
  notes: field(z.array(remark), {
    says: "What happens otherwise than one may expect although nothing is refused: cents that are adjusted, a key that is taken.",
  }),
  previewHash: field(z.string().regex(/^[0-9a-z]+\.[\w-]{43}$/), {
    says: "Proof for 15 minutes that this content was previewed: agents give it back when they issue (`/mcp`). Other clients need not.",
    example: "mk3v9q2o.0Ff0Ck1rC3bHh2Ux7o5mXl8kQ4cW6yZtS9dR2eNvJwA",
  }),
});
