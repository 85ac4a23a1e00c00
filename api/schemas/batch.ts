import { z } from "@hono/zod-openapi";
import { maxElements } from "../batches/sent-batch.js";
import { amount, cae } from "./answers.js";
import { field, like, part } from "./field.js";
import { issuanceRequestShape } from "./issuance-request.js";
import { created, id, instant } from "./shown.js";
import { text } from "./text.js";
import { voucherNumber } from "./voucher-parts.js";

export const batchName = field(text(200), { says: "Your own words for it.", example: "November", label: "Nombre" });

/** The body as the description has it. Its elements are checked one by one, so that others need not wait. */
export const batchRequest = part("BatchRequest", {
  name: batchName.nullish(),
  invoices: field(z.array(issuanceRequestShape).min(1).max(maxElements), {
    says: "The bodies of POST invoices. All their keys differ.",
    label: "Comprobantes",
  }),
});

/** What is checked of the body as a whole. */
export const batchFrame = z.object({
  name: batchName.nullish().transform((name) => name ?? null),
  invoices: z.array(z.unknown()).min(1).max(maxElements),
});

const count = (says: string, example: number) => field(z.int().min(0), { says, example });

export const batch = part("Batch", {
  id,
  name: like(batchName, z.string().nullable()),
  state: field(z.enum(["running", "done", "cancelled"]), {
    says: "`running` until every element is settled.",
    example: "running",
  }),
  total: count("How many elements it has.", 250),
  pending: count("Elements of which nothing is decided yet.", 250),
  issued: count("Elements whose key has its voucher.", 0),
  failed: count("Elements that made no voucher.", 0),
  created,
  finished: field(instant.nullable(), {
    says: "When its last element was settled.",
    example: "2026-11-21T14:05:00.120Z",
  }),
});

export const batchResult = part("BatchResult", {
  index: count("Its place in the batch, from 0.", 0),
  idempotency: field(z.string(), { says: "Its key.", example: "sale-1001-6-1" }),
  state: field(z.enum(["pending", "issued", "failed"]), { says: "What became of it.", example: "issued" }),
  id: field(z.int().nullable(), { says: "The voucher's id.", example: 4711 }),
  posNumber: field(z.int().nullable(), {
    says: "The voucher's point of sale. Another than the asked one when that stood in, in a contingency.",
    example: 1,
  }),
  voucherNumber: like(voucherNumber, z.int().nullable()),
  cae: like(cae, z.string().nullable()),
  totalAmount: field(amount.nullable(), { says: "Total amount.", example: "1210.00" }),
  code: field(z.string().nullable(), {
    says: "Why it failed: the code that POST invoices answers, or CANCELLED.",
    example: "TAXAUTH_ERROR",
  }),
  error: field(z.string().nullable(), {
    says: "The same in words, as POST invoices answers it.",
    example: "(10015) Factura B: identifique al receptor",
  }),
});
