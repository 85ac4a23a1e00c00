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
  voucherDate: orOriginal(asked.voucherDate, fiscalDate, {
    en: "Fiscal date, YYYYMMDD; today in Argentina unless given.",
    es: "Fecha del comprobante, AAAAMMDD; si no viene, hoy en Argentina.",
  }),
  posNumber: orOriginal(posNumber, posNumber, {
    en: "Point of sale; the voucher's own unless given.",
    es: "Punto de venta; si no viene, el del comprobante.",
  }),
  items: orOriginal(asked.items, z.array(item).min(1).max(1_000)),
  tributes: orOriginal(asked.tributes, z.array(tribute).max(50)),
  concept: orOriginal(asked.concept, oneOf([1, 2, 3]), {
    en: "1 goods, 2 services, 3 both; the voucher's own unless given.",
    es: "1 productos, 2 servicios, 3 ambos; si no viene, el del comprobante.",
  }),
  serviceFrom: orOriginal(asked.serviceFrom, fiscalDate, {
    en: "First day of the service; the voucher's own unless given.",
    es: "Primer día del servicio; si no viene, el del comprobante.",
  }),
  serviceTo: orOriginal(asked.serviceTo, fiscalDate, {
    en: "Last day of the service; the voucher's own unless given.",
    es: "Último día del servicio; si no viene, el del comprobante.",
  }),
  serviceExpiration: orOriginal(asked.serviceExpiration, fiscalDate, {
    en: "When the payment is due; unless given, the later of the voucher's own and voucherDate.",
    es: "Vencimiento del pago; si no viene, lo que sea posterior: el del comprobante o voucherDate.",
  }),
  currency: orOriginal(asked.currency, currency, {
    en: "The voucher's own, with its quotation, unless given.",
    es: "Si no viene, la del comprobante, con su cotización.",
  }),
  priceIncludesVat: orOriginal(asked.priceIncludesVat, z.boolean(), {
    en: "Whether prices contain VAT; as in the voucher unless given.",
    es: "Si los precios incluyen IVA; si no viene, como en el comprobante.",
  }),
  legend,
  comments,
  externalReference,
  additionalData,
  settings: orOriginal(asked.settings, settings, {
    en: "Decimals on the print; those of the voucher unless given.",
    es: "Decimales en la impresión; si no vienen, los del comprobante.",
  }),
  activityCode: orOriginal(activityCode, activityCode, {
    en: "The activity, 6 digits; the voucher's own unless given.",
    es: "La actividad, 6 dígitos; si no viene, la del comprobante.",
  }),
  ...textsOfNote,
  optionals: like(asked.optionals, asked.optionals, {
    says: {
      en: "Further data of the note itself (Opcionales); the voucher's are not taken over.",
      es: "Datos opcionales de la propia nota (Opcionales); los del comprobante no se copian.",
    },
  }),
  activities: like(asked.activities, asked.activities, {
    says: {
      en: "Activities of the note itself (Actividades); the voucher's are not taken over.",
      es: "Actividades de la propia nota (Actividades); las del comprobante no se copian.",
    },
  }),
  fce: like(asked.fce, fceOfNote.nullish()).transform(orNull),
  emails,
  perceptions: asked.perceptions,
  deliveryStateId: asked.deliveryStateId,
};

/** Source: api/README.md, "Credit notes". Unknown properties are dropped. */
export const creditNoteShape = z
  .object({
    ...noteFields,
    idempotency: like(asked.idempotency, asked.idempotency, {
      says: { en: "Your key of this credit note.", es: "Tu clave para esta nota de crédito." },
      example: "return-17-8-1",
    }),
    items: like(asked.items, noteFields.items, {
      says: {
        en: "What is credited. Without items it is the whole voucher, as it was.",
        es: "Lo que se acredita. Sin líneas es el comprobante entero, tal como fue.",
      },
    }),
    tributes: like(asked.tributes, noteFields.tributes, {
      says: {
        en: "The taxes other than VAT of the given items; only together with items.",
        es: "Los tributos, sin el IVA, de las líneas que enviás; solamente junto con items.",
      },
    }),
  })
  .openapi("CreditNoteRequest", {
    example: {
      idempotency: "return-17-8-1",
      items: [{ description: "Yerba mate 1 kg", quantity: 1, price: 3500.5, taxType: 5 }],
      emails: [{ email: "cliente@example.com", name: "Ana" }],
    },
  });

/** Body of a debit note, with the items that are debited. Unknown properties are dropped. Source: api/README.md, "Debit notes". */
export const debitNoteShape = z
  .object({
    ...noteFields,
    idempotency: like(asked.idempotency, asked.idempotency, {
      says: { en: "Your key of this debit note.", es: "Tu clave para esta nota de débito." },
      example: "interest-17-7-1",
    }),
    items: like(asked.items, z.array(item).min(1).max(1_000), {
      says: { en: "What is debited.", es: "Lo que se debita." },
    }),
    tributes: like(asked.tributes, noteFields.tributes, {
      says: { en: "The taxes other than VAT of the items.", es: "Los tributos de las líneas, sin el IVA." },
    }),
  })
  .openapi("DebitNoteRequest", {
    example: {
      idempotency: "interest-17-7-1",
      items: [{ description: "Intereses por pago fuera de término", quantity: 1, price: 350, taxType: 5 }],
    },
  });

export const noteShapes = { credit: creditNoteShape, debit: debitNoteShape };
