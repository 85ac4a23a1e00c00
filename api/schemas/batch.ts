import { z } from "@hono/zod-openapi";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { cae } from "./answers.js";
import { field, like, part } from "./field.js";
import { issuanceRequestShape } from "./issuance-request.js";
import { amount, created, id, instant } from "./shown.js";
import { text } from "./text.js";
import { voucherNumber } from "./voucher-parts.js";

/** The most elements of one batch. Source: api/README.md, "Limits". */
export const maxElements = 1_000;

export const batchName = field(text(200), {
  says: { en: "Your own words for it.", es: "Tus propias palabras para el lote." },
  example: "November",
  label: "Nombre",
});

/** The body as the description has it. Its elements are checked one by one, so that others need not wait. */
export const batchRequest = part("BatchRequest", {
  name: batchName.nullish(),
  invoices: field(z.array(issuanceRequestShape).min(1).max(maxElements), {
    says: {
      en: "The bodies of POST invoices. All their keys differ.",
      es: "Los cuerpos de POST invoices. Todas sus claves son distintas.",
    },
    label: "Comprobantes",
  }),
});

/** Frame of a batch: what is checked of the body as a whole. */
export const batchFrame = z.object({
  name: batchName.nullish().transform((name) => name ?? null),
  invoices: z.array(z.unknown()).min(1).max(maxElements),
});

const count = (says: LocalizedText, example: number) => field(z.int().min(0), { says, example });

export const batch = part("Batch", {
  id,
  name: like(batchName, z.string().nullable()),
  state: field(z.enum(["running", "done", "cancelled"]), {
    says: {
      en: "`running` until every element is settled.",
      es: "`running` hasta que todos los comprobantes estén resueltos.",
    },
    example: "running",
  }),
  total: count({ en: "How many elements it has.", es: "Cuántos comprobantes tiene." }, 250),
  pending: count({ en: "Elements of which nothing is decided yet.", es: "Los que todavía no se resolvieron." }, 250),
  issued: count({ en: "Elements whose key has its voucher.", es: "Los que ya tienen el comprobante de su clave." }, 0),
  failed: count({ en: "Elements that made no voucher.", es: "Los que no se emitieron." }, 0),
  created,
  finished: field(instant.nullable(), {
    says: { en: "When its last element was settled.", es: "Cuándo se resolvió el último." },
    example: "2026-11-21T14:05:00.120Z",
  }),
});

export const batchResult = part("BatchResult", {
  index: count({ en: "Its place in the batch, from 0.", es: "Su lugar en el lote, desde 0." }, 0),
  idempotency: field(z.string(), { says: { en: "Its key.", es: "Su clave." }, example: "sale-1001-6-1" }),
  state: field(z.enum(["pending", "issued", "failed"]), {
    says: { en: "What became of it.", es: "Cómo terminó." },
    example: "issued",
  }),
  id: field(z.int().nullable(), { says: { en: "The voucher's id.", es: "El id del comprobante." }, example: 4711 }),
  posNumber: field(z.int().nullable(), {
    says: {
      en: "The voucher's point of sale. Another than the asked one when that stood in, in a contingency.",
      es: "El punto de venta del comprobante. Es otro que el pedido si lo reemplazó en una contingencia.",
    },
    example: 1,
  }),
  voucherType: field(z.int(), {
    says: { en: "The voucher type that it asks for (CbteTipo).", es: "El tipo de comprobante que pide (CbteTipo)." },
    example: 6,
  }),
  voucherNumber: like(voucherNumber, z.int().nullable()),
  cae: like(cae, z.string().nullable()),
  totalAmount: field(amount.nullable(), { says: { en: "Total amount.", es: "Importe total." }, example: "1210.00" }),
  code: field(z.string().nullable(), {
    says: {
      en: "Why it failed: the code that POST invoices answers, or CANCELLED.",
      es: "Por qué falló: el código que responde POST invoices, o CANCELLED.",
    },
    example: "TAXAUTH_ERROR",
  }),
  error: field(z.string().nullable(), {
    says: {
      en: "The same in words, as POST invoices answers it.",
      es: "Lo mismo en palabras, como lo responde POST invoices.",
    },
    example: "(10015) Factura B: identifique al receptor",
  }),
  waitsFor: field(z.string().nullable(), {
    says: {
      en: "While it is pending: what somebody must decide before it goes on. Null when it goes on by itself.",
      es: "Mientras está pendiente: lo que alguien tiene que resolver antes de que siga. Null si sigue solo.",
    },
    example: null,
  }),
});
