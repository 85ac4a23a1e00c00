import { z } from "@hono/zod-openapi";
import type { Words } from "../../shared/domain/words.js";
import { field } from "./field.js";
import { fiscalDate } from "./fiscal-date.js";
import { activities, buyers, optionals } from "./further-data.js";
import { oneOf } from "./one-of.js";
import { orDefault, orMissing, orNull } from "./optional.js";
import { textsOfVoucher } from "./printed-texts.js";
import { oneToEach } from "./recipients.js";
import { says } from "./says.js";
import { isStorable, storableOnly } from "./storable.js";
import { text } from "./text.js";
import { associatedVoucher, customer, item, period, posNumber, tribute, voucherType } from "./voucher-parts.js";
import { activityCode, currency, fce, recipients, settings } from "./voucher-terms.js";

const wrongKey: Words = {
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
        says: "Your own key for this voucher. Use the same key for every retry: one key makes at most one voucher.",
        example: "sale-1001-6-1",
        label: "Clave del comprobante",
      },
    ),
    posNumber,
    voucherType,
    concept: field(oneOf([1, 2, 3]), { says: "1 goods, 2 services, 3 both.", example: 1, label: "Concepto" }),
    voucherDate: field(fiscalDate, { says: "Fiscal date (CbteFch), YYYYMMDD.", example: "20261121", label: "Fecha" }),
    customer: field(customer, { says: "The receiver.", label: "Receptor" }),
    items: field(z.array(item).min(1).max(1_000), { says: "The lines of the voucher.", label: "Líneas" }),
    serviceFrom: field(fiscalDate.nullish(), {
      says: "First day of the service; required with concept 2 or 3, YYYYMMDD.",
      example: "20261101",
      label: "Servicio desde",
    }).transform(orNull),
    serviceTo: field(fiscalDate.nullish(), {
      says: "Last day of the service; required with concept 2 or 3, YYYYMMDD.",
      example: "20261130",
      label: "Servicio hasta",
    }).transform(orNull),
    serviceExpiration: field(fiscalDate.nullish(), {
      says: "When the payment is due; required with concept 2 or 3, YYYYMMDD.",
      example: "20261210",
      label: "Vencimiento del pago",
    }).transform(orNull),
    associatedVouchers: orDefault(
      field(z.array(associatedVoucher).max(250), {
        says: "The vouchers that a credit or debit note modifies. A note has them or associatedPeriod.",
        label: "Comprobantes asociados",
      }),
      [],
    ),
    associatedPeriod: field(period.nullish(), {
      says: "Instead of associatedVouchers: the days whose sales a credit or debit note modifies (PeriodoAsoc); the last is at most voucherDate.",
      label: "Período asociado",
    }).transform(orNull),
    fce: field(fce.nullish(), {
      says: "Of credit invoices (FCE MiPyME) and their notes. What is left out comes from the company's fiscal data.",
      label: "Factura de crédito",
    }).transform(orNull),
    currency: orDefault(
      field(currency, {
        says: "Default pesos. For another currency send the day's quotation: the service does not look it up.",
        label: "Moneda",
      }),
      { id: "PES", quotation: 1 },
    ),
    priceIncludesVat: orDefault(
      field(z.boolean(), {
        says: "Whether prices contain VAT; applies to the whole voucher.",
        example: true,
        label: "Precios con IVA",
      }),
      true,
    ),
    tributes: orDefault(
      field(z.array(tribute).max(50), { says: "Taxes other than VAT, and perceptions.", label: "Tributos" }),
      [],
    ),
    emails: orDefault(recipients, []).transform(oneToEach),
    settings: orDefault(field(settings, { says: "Decimals on the print.", label: "Decimales de la impresión" }), {
      quantityPrecision: 2,
      pricePrecision: 2,
    }),
    legend: field(text(200).nullish(), {
      says: "Printed on the voucher.",
      example: "Gracias por su compra",
      label: "Leyenda",
    }).transform(orNull),
    comments: field(text(512).nullish(), { says: "Your own remark; not printed.", label: "Observaciones" }).transform(
      orNull,
    ),
    externalReference: field(text(128).nullish(), {
      says: "Your own reference; a filter of the listing.",
      example: "sale-1001",
      label: "Referencia propia",
    }).transform(orNull),
    additionalData: field(
      z
        .record(text(100), z.unknown())
        .refine(isStorable, { error: says(storableOnly) })
        .nullish(),
      {
        says: "Your own keys and values; the point of sale defines which are printed.",
        label: "Datos adicionales",
      },
    ).transform(orNull),
    cancelsInSameForeignCurrency: field(z.enum(["S", "N"]).nullish(), {
      says: "Whether the voucher is paid in the same foreign currency (CanMisMonExt).",
      label: "Se paga en la misma moneda extranjera",
    }).transform(orNull),
    receiverTaxConditionId: field(z.int().min(1).max(99).nullish(), {
      says: "Declared instead of customer.taxType.",
      label: "Condición de IVA del receptor",
    }).transform(orNull),
    activityCode: activityCode.nullish().transform(orNull),
    ...textsOfVoucher,
    contingency: field(z.enum(["never"]).nullish(), {
      says: "never: it waits for the authority also while a contingency lasts. Elements of batches always do.",
      example: "never",
      label: "Contingencia",
    }).transform(orNull),
    optionals: orMissing(optionals),
    activities: orMissing(activities),
    buyers: orMissing(buyers),
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
