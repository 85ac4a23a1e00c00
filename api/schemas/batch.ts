import { z } from "@hono/zod-openapi";
import { maxElements } from "../batches/sent-batch.js";
import { issuanceRequestShape } from "./issuance-request.js";
import { text } from "./text.js";

const instant = z.iso.datetime();

/** Your own words for a batch. */
export const batchName = text(200);

/** The body as the description has it. Its elements are checked one by one, so that others need not wait. */
export const batchRequest = z
  .object({
    name: batchName.nullish().openapi({ description: "Your own words for it.", example: "November" }),
    invoices: z.array(issuanceRequestShape).min(1).max(maxElements).openapi({
      description: "The bodies of POST invoices. All their keys differ.",
    }),
  })
  .openapi("BatchRequest");

/** What is checked of the body as a whole. */
export const batchFrame = z.object({
  name: batchName.nullish().transform((name) => name ?? null),
  invoices: z.array(z.unknown()).min(1).max(maxElements),
});

const count = (description: string, example: number) => z.int().min(0).openapi({ description, example });

export const batch = z
  .object({
    id: z.int(),
    name: z.string().nullable().openapi({ description: "Your own words for it.", example: "November" }),
    state: z.enum(["running", "done", "cancelled"]).openapi({
      description: "`running` until every element is settled.",
      example: "running",
    }),
    total: count("How many elements it has.", 250),
    pending: count("Elements of which nothing is decided yet.", 250),
    issued: count("Elements whose key has its voucher.", 0),
    failed: count("Elements that made no voucher.", 0),
    created: instant,
    finished: instant.nullable().openapi({
      description: "When its last element was settled.",
      example: "2026-11-21T14:05:00.120Z",
    }),
  })
  .openapi("Batch");

export const batchResult = z
  .object({
    index: count("Its place in the batch, from 0.", 0),
    idempotency: z.string().openapi({ description: "Its key.", example: "sale-1001-6-1" }),
    state: z.enum(["pending", "issued", "failed"]).openapi({ description: "What became of it.", example: "issued" }),
    id: z.int().nullable().openapi({ description: "The voucher's id.", example: 4711 }),
    posNumber: z.int().nullable().openapi({
      description: "The voucher's point of sale. Another than the asked one when that stood in, in a contingency.",
      example: 1,
    }),
    voucherNumber: z.int().nullable(),
    cae: z.string().nullable(),
    totalAmount: z.string().nullable().openapi({ example: "1210.00" }),
    code: z.string().nullable().openapi({
      description: "Why it failed: the code that POST invoices answers, or CANCELLED.",
      example: "TAXAUTH_ERROR",
    }),
    error: z.string().nullable().openapi({
      description: "The same in words, as POST invoices answers it.",
      example: "(10015) Factura B: identifique al receptor",
    }),
  })
  .openapi("BatchResult");
