import { z } from "@hono/zod-openapi";
import {
  activityCode,
  currency,
  fce,
  fiscalDate,
  identifier,
  issuanceRequestShape,
  item,
  settings,
  tribute,
} from "./issuance-request.js";
import { oneOf } from "./one-of.js";

const {
  idempotency,
  emails,
  legend,
  comments,
  externalReference,
  additionalData,
  saleCondition,
  optionals,
  activities,
} = issuanceRequestShape.shape;

/** A field that the original has. Null means the same as leaving it out. */
const orOriginal = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((given: z.output<Field> | null | undefined) => given ?? undefined);

const noteFields = {
  idempotency,
  voucherDate: orOriginal(fiscalDate),
  posNumber: orOriginal(identifier),
  items: orOriginal(z.array(item).min(1).max(1_000)),
  tributes: orOriginal(z.array(tribute).max(50)),
  concept: orOriginal(oneOf([1, 2, 3])),
  serviceFrom: orOriginal(fiscalDate),
  serviceTo: orOriginal(fiscalDate),
  serviceExpiration: orOriginal(fiscalDate),
  currency: orOriginal(currency),
  priceIncludesVat: orOriginal(z.boolean()),
  legend,
  comments,
  externalReference,
  additionalData,
  settings: orOriginal(settings),
  activityCode: orOriginal(activityCode),
  saleCondition,
  optionals,
  activities,
  fce: fce
    .pick({ cancellation: true })
    .nullish()
    .transform((given) => given ?? null),
  emails,
};

/** Source: api/README.md, "Credit notes". Unknown properties are dropped. */
export const creditNoteShape = z.object(noteFields).openapi("CreditNoteRequest", {
  example: {
    idempotency: "return-17-8-1",
    items: [{ description: "Yerba mate 1 kg", quantity: 1, price: 3500.5, taxType: 5 }],
    emails: [{ email: "cliente@example.com", name: "Ana" }],
  },
});

/** The same, with the items that are debited. Source: api/README.md, "Debit notes". */
export const debitNoteShape = z
  .object({ ...noteFields, items: z.array(item).min(1).max(1_000) })
  .openapi("DebitNoteRequest", {
    example: {
      idempotency: "interest-17-7-1",
      items: [{ description: "Intereses por pago fuera de término", quantity: 1, price: 350, taxType: 5 }],
    },
  });

export const noteShapes = { credit: creditNoteShape, debit: debitNoteShape };
