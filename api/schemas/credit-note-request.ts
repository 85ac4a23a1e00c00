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

const { idempotency, emails, legend, comments, externalReference, additionalData, saleCondition } =
  issuanceRequestShape.shape;

/** A field that the original has. Null means the same as leaving it out. */
const orOriginal = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((given: z.output<Field> | null | undefined) => given ?? undefined);

/** Source: api/README.md, "Credit notes". Unknown properties are dropped. */
export const creditNoteShape = z
  .object({
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
    fce: fce
      .pick({ cancellation: true })
      .nullish()
      .transform((given) => given ?? null),
    emails,
  })
  .openapi("CreditNoteRequest", {
    example: {
      idempotency: "return-17-8-1",
      items: [{ description: "Yerba mate 1 kg", quantity: 1, price: 3500.5, taxType: 5 }],
      emails: [{ email: "cliente@example.com", name: "Ana" }],
    },
  });
