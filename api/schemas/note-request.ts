import { z } from "@hono/zod-openapi";
import { like, wordsOf } from "./field.js";
import { fiscalDate } from "./fiscal-date.js";
import { issuanceRequestShape } from "./issuance-request.js";
import { oneOf } from "./one-of.js";
import { orNull } from "./optional.js";
import { textsOfNote } from "./printed-texts.js";
import { item, posNumber, tribute } from "./voucher-parts.js";
import { activityCode, currency, fceOfNote, settings } from "./voucher-terms.js";

const asked = issuanceRequestShape.shape;
const { emails, legend, comments, externalReference, additionalData } = asked;

/** A field that the original has. Null means the same as leaving it out. */
const orOriginal = <Field extends z.ZodType>(of: z.ZodType, field: Field, says = wordsOf(of).says) =>
  like(of, field, { says })
    .nullish()
    .transform((given: z.output<Field> | null | undefined) => given ?? undefined);

const noteFields = {
  idempotency: asked.idempotency,
  voucherDate: orOriginal(asked.voucherDate, fiscalDate, "Fiscal date, YYYYMMDD; today in Argentina unless given."),
  posNumber: orOriginal(posNumber, posNumber, "Point of sale; the voucher's own unless given."),
  items: orOriginal(asked.items, z.array(item).min(1).max(1_000)),
  tributes: orOriginal(asked.tributes, z.array(tribute).max(50)),
  concept: orOriginal(asked.concept, oneOf([1, 2, 3]), "1 goods, 2 services, 3 both; the voucher's own unless given."),
  serviceFrom: orOriginal(asked.serviceFrom, fiscalDate, "First day of the service; the voucher's own unless given."),
  serviceTo: orOriginal(asked.serviceTo, fiscalDate, "Last day of the service; the voucher's own unless given."),
  serviceExpiration: orOriginal(
    asked.serviceExpiration,
    fiscalDate,
    "When the payment is due; unless given, the later of the voucher's own and voucherDate.",
  ),
  currency: orOriginal(asked.currency, currency, "The voucher's own, with its quotation, unless given."),
  priceIncludesVat: orOriginal(
    asked.priceIncludesVat,
    z.boolean(),
    "Whether prices contain VAT; as in the voucher unless given.",
  ),
  legend,
  comments,
  externalReference,
  additionalData,
  settings: orOriginal(asked.settings, settings, "Decimals on the print; those of the voucher unless given."),
  activityCode: orOriginal(activityCode, activityCode, "The activity, 6 digits; the voucher's own unless given."),
  ...textsOfNote,
  optionals: like(asked.optionals, asked.optionals, {
    says: "Further data of the note itself (Opcionales); the voucher's are not taken over.",
  }),
  activities: like(asked.activities, asked.activities, {
    says: "Activities of the note itself (Actividades); the voucher's are not taken over.",
  }),
  fce: like(asked.fce, fceOfNote.nullish()).transform(orNull),
  emails,
};

/** Source: api/README.md, "Credit notes". Unknown properties are dropped. */
export const creditNoteShape = z
  .object({
    ...noteFields,
    idempotency: like(asked.idempotency, asked.idempotency, {
      says: "Your key of this credit note.",
      example: "return-17-8-1",
    }),
    items: like(asked.items, noteFields.items, {
      says: "What is credited. Without items it is the whole voucher, as it was.",
    }),
    tributes: like(asked.tributes, noteFields.tributes, {
      says: "The taxes other than VAT of the given items; only together with items.",
    }),
  })
  .openapi("CreditNoteRequest", {
    example: {
      idempotency: "return-17-8-1",
      items: [{ description: "Yerba mate 1 kg", quantity: 1, price: 3500.5, taxType: 5 }],
      emails: [{ email: "cliente@example.com", name: "Ana" }],
    },
  });

/** The same, with the items that are debited. Source: api/README.md, "Debit notes". */
export const debitNoteShape = z
  .object({
    ...noteFields,
    idempotency: like(asked.idempotency, asked.idempotency, {
      says: "Your key of this debit note.",
      example: "interest-17-7-1",
    }),
    items: like(asked.items, z.array(item).min(1).max(1_000), { says: "What is debited." }),
    tributes: like(asked.tributes, noteFields.tributes, { says: "The taxes other than VAT of the items." }),
  })
  .openapi("DebitNoteRequest", {
    example: {
      idempotency: "interest-17-7-1",
      items: [{ description: "Intereses por pago fuera de término", quantity: 1, price: 350, taxType: 5 }],
    },
  });

export const noteShapes = { credit: creditNoteShape, debit: debitNoteShape };
