import { z } from "@hono/zod-openapi";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { codeNumber } from "./code-number.js";
import { field } from "./field.js";
import { fiscalDate } from "./fiscal-date.js";
import { activities, buyers, optionals } from "./further-data.js";
import { oneOf } from "./one-of.js";
import { oneOrMissing, orDefault, orMissing, orNull } from "./optional.js";
import { askedPerceptions, deliveryStateId } from "./perceptions.js";
import { textsOfVoucher } from "./printed-texts.js";
import { oneToEach } from "./recipients.js";
import { says } from "./says.js";
import { isStorable, storableOnly } from "./storable.js";
import { text } from "./text.js";
import {
  associatedVoucher,
  conditionCodes,
  customer,
  item,
  period,
  posNumber,
  tribute,
  voucherType,
} from "./voucher-parts.js";
import { activityCode, currency, fce, recipients, settings } from "./voucher-terms.js";

const wrongKey: LocalizedText = {
  en: "may contain letters, digits, - and _ only",
  es: "Usá solamente letras sin acento, números, guiones y guiones bajos.",
};

/** Source: api/README.md, "Issuance request body". Unknown properties are dropped. */
export const issuanceRequestShape = z
  .object({
    idempotency: field(
      z
        .string()
        .min(1)
        .max(128)
        .regex(/^[A-Za-z0-9_-]*$/, { error: says(wrongKey) }),
      {
        says: {
          en: "Your own key for this voucher. Use the same key for every retry: one key makes at most one voucher.",
          es: "Tu clave para este comprobante. Usá la misma en cada reintento: una clave hace un comprobante como mucho.",
        },
        example: "sale-1001-6-1",
        label: "Clave del comprobante",
      },
    ),
    posNumber,
    voucherType,
    concept: field(oneOf([1, 2, 3]), {
      says: { en: "1 goods, 2 services, 3 both.", es: "1 productos, 2 servicios, 3 ambos." },
      example: 1,
      label: "Concepto",
    }),
    voucherDate: field(fiscalDate, {
      says: { en: "Fiscal date (CbteFch), YYYYMMDD.", es: "Fecha del comprobante (CbteFch), AAAAMMDD." },
      example: "20261121",
      label: "Fecha",
    }),
    customer: field(customer, { says: { en: "The receiver.", es: "El receptor." }, label: "Receptor" }),
    items: field(z.array(item).min(1).max(1_000), {
      says: { en: "The lines of the voucher.", es: "Las líneas del comprobante." },
      label: "Líneas",
    }),
    serviceFrom: field(fiscalDate.nullish(), {
      says: {
        en: "First day of the service; required with concept 2 or 3, YYYYMMDD.",
        es: "Primer día del servicio, AAAAMMDD; obligatorio con concepto 2 o 3.",
      },
      example: "20261101",
      label: "Servicio desde",
    }).transform(orNull),
    serviceTo: field(fiscalDate.nullish(), {
      says: {
        en: "Last day of the service; required with concept 2 or 3, YYYYMMDD.",
        es: "Último día del servicio, AAAAMMDD; obligatorio con concepto 2 o 3.",
      },
      example: "20261130",
      label: "Servicio hasta",
    }).transform(orNull),
    serviceExpiration: field(fiscalDate.nullish(), {
      says: {
        en: "When the payment is due; required with concept 2 or 3, YYYYMMDD.",
        es: "Vencimiento del pago, AAAAMMDD; obligatorio con concepto 2 o 3.",
      },
      example: "20261210",
      label: "Vencimiento del pago",
    }).transform(orNull),
    associatedVouchers: orDefault(
      field(z.array(associatedVoucher).max(250), {
        says: {
          en: "The vouchers that a credit or debit note modifies. A note has them or associatedPeriod.",
          es: "Los comprobantes que modifica una nota de crédito o de débito. Una nota los lleva, o lleva associatedPeriod.",
        },
        label: "Comprobantes asociados",
      }),
      [],
    ),
    associatedPeriod: field(period.nullish(), {
      says: {
        en: "Instead of associatedVouchers: the days whose sales a credit or debit note modifies (PeriodoAsoc); the last is at most voucherDate.",
        es: "En lugar de associatedVouchers: los días cuyas ventas modifica una nota de crédito o de débito (PeriodoAsoc); el último no es posterior a voucherDate.",
      },
      label: "Período asociado",
    }).transform(orNull),
    fce: field(fce.nullish(), {
      says: {
        en: "Of credit invoices (FCE MiPyME) and their notes. What is left out comes from the company's fiscal data.",
        es: "De las facturas de crédito (FCE MiPyME) y sus notas. Lo que falta sale de los datos fiscales de la empresa.",
      },
      label: "Factura de crédito",
    }).transform(orNull),
    currency: orDefault(
      field(currency, {
        says: {
          en: "Default pesos. For another currency send the day's quotation: the service does not look it up.",
          es: "Pesos, si no viene. Para otra moneda enviá la cotización del día: el servicio no la busca.",
        },
        label: "Moneda",
      }),
      { id: "PES", quotation: 1 },
    ),
    priceIncludesVat: orDefault(
      field(z.boolean(), {
        says: {
          en: "Whether prices contain VAT; applies to the whole voucher.",
          es: "Si los precios incluyen IVA; vale para todo el comprobante.",
        },
        example: true,
        label: "Precios con IVA",
      }),
      true,
    ),
    tributes: orDefault(
      field(z.array(tribute).max(50), {
        says: { en: "Taxes other than VAT, and perceptions.", es: "Tributos que no son IVA, y percepciones." },
        label: "Tributos",
      }),
      [],
    ),
    emails: orDefault(recipients, []).transform(oneToEach),
    settings: orDefault(
      field(settings, {
        says: { en: "Decimals on the print.", es: "Decimales en la impresión." },
        label: "Decimales de la impresión",
      }),
      {
        quantityPrecision: 2,
        pricePrecision: 2,
      },
    ),
    legend: field(text(200).nullish(), {
      says: { en: "Printed on the voucher.", es: "Se imprime en el comprobante." },
      example: "Gracias por su compra",
      label: "Leyenda",
    }).transform(orNull),
    comments: field(text(512).nullish(), {
      says: { en: "Your own remark; not printed.", es: "Un comentario tuyo; no se imprime." },
      label: "Observaciones",
    }).transform(orNull),
    externalReference: field(text(128).nullish(), {
      says: {
        en: "Your own reference; a filter of the listing.",
        es: "Tu propia referencia; sirve de filtro en el listado.",
      },
      example: "sale-1001",
      label: "Referencia propia",
    }).transform(orNull),
    additionalData: field(
      z
        .record(text(100), z.unknown())
        .refine(isStorable, { error: says(storableOnly) })
        .nullish(),
      {
        says: {
          en: "Your own keys and values; the point of sale defines which are printed.",
          es: "Tus propias claves y valores; el punto de venta define cuáles se imprimen.",
        },
        label: "Datos adicionales",
      },
    ).transform(orNull),
    cancelsInSameForeignCurrency: field(z.enum(["S", "N"]).nullish(), {
      says: {
        en: "Whether the voucher is paid in the same foreign currency (CanMisMonExt).",
        es: "Si el comprobante se paga en la misma moneda extranjera (CanMisMonExt).",
      },
      label: "Se paga en la misma moneda extranjera",
    }).transform(orNull),
    receiverTaxConditionId: field(codeNumber(conditionCodes).min(1).max(99).nullish(), {
      says: { en: "Declared instead of customer.taxType.", es: "Se declara en lugar de customer.taxType." },
      label: "Condición de IVA del receptor",
    }).transform(orNull),
    activityCode: activityCode.nullish().transform(orNull),
    ...textsOfVoucher,
    contingency: field(z.enum(["never"]).nullish(), {
      says: {
        en: "never: it waits for the authority also while a contingency lasts. Elements of batches always do.",
        es: "never: espera a ARCA también mientras dura una contingencia. Los comprobantes de los lotes siempre esperan.",
      },
      example: "never",
      label: "Contingencia",
    }).transform(orNull),
    optionals: orMissing(optionals),
    activities: orMissing(activities),
    buyers: orMissing(buyers),
    perceptions: oneOrMissing(askedPerceptions),
    deliveryStateId: oneOrMissing(deliveryStateId),
  })
  .openapi("IssuanceRequest", {
    example: {
      idempotency: "sale-1001-6-1",
      posNumber: 1,
      voucherType: 6,
      concept: 1,
      voucherDate: "20261121",
      customer: { docType: 99, docNumber: "0", name: "Consumidor Final", taxType: 5 },
      items: [{ description: "Yerba mate 1 kg", quantity: 2, price: 3500.5, taxType: 5 }],
      emails: [{ email: "cliente@example.com", name: "Ana" }],
    },
  });
