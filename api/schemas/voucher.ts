import { z } from "@hono/zod-openapi";
import { fceTransfers } from "../../shared/domain/fce.js";
import { forPrintedTexts } from "../../shared/domain/printed-texts.js";
import { authorityMessage, cae, observations, vatRows } from "./answers.js";
import { field, like, part } from "./field.js";
import { shownActivities, shownBuyers, shownOptionals } from "./further-data.js";
import { issuanceRequestShape } from "./issuance-request.js";
import { shownPerceptions } from "./perceptions.js";
import { amount, created, id, instant } from "./shown.js";
import {
  associatedVoucher,
  customer,
  docType,
  item,
  period,
  posNumber,
  tribute,
  voucherNumber,
  voucherType,
} from "./voucher-parts.js";
import { fce, pdfVersions, recipients, settings } from "./voucher-terms.js";

const fiscalDate = z.string().regex(/^\d{8}$/);
const text = z.string().nullable();
const asked = issuanceRequestShape.shape;

/** Rule of a field that vouchers did not always have. */
const ofLater = <Rule extends z.ZodType>(
  one: z.ZodType,
  rule: Rule,
  says = {
    en: "Left out in vouchers from before this field.",
    es: "No está en los comprobantes anteriores a este campo.",
  },
) => like(one, rule.nullish(), { says });

const receiver = part("IssuedCustomer", {
  docType: like(docType, z.int()),
  docNumber: like(customer.shape.docNumber, z.string()),
  name: like(customer.shape.name, z.string()),
  taxType: like(customer.shape.taxType, z.int().nullable(), {
    says: { en: "null only in `rcel` vouchers.", es: "null solamente en los comprobantes `rcel`." },
  }),
  address: like(customer.shape.address, text),
  stateId: like(customer.shape.stateId, z.int().nullable()),
});

const line = item.shape;
const issuedItem = part("IssuedItem", {
  description: like(line.description, z.string()),
  quantity: like(line.quantity, z.number()),
  price: like(line.price, z.number()),
  taxType: like(line.taxType, z.int().nullable()),
  code: like(line.code, text),
  unitType: like(line.unitType, z.int()),
  discount: like(line.discount, z.number()),
  discountType: like(line.discountType, z.enum(["percentage", "amount"])),
});

const modified = part("ModifiedVoucher", {
  voucherType: like(voucherType, z.int()),
  posNumber: like(posNumber, z.int()),
  voucherNumber: like(voucherNumber, z.int()),
  cuit: like(associatedVoucher.shape.cuit, text),
  date: like(associatedVoucher.shape.date, fiscalDate.nullish()),
});

const issuedTribute = part("IssuedTribute", {
  type: like(tribute.shape.type, z.int()),
  baseAmount: like(tribute.shape.baseAmount, z.number()),
  aliquot: like(tribute.shape.aliquot, z.number()),
  subtotal: like(tribute.shape.subtotal, z.number()),
  description: like(tribute.shape.description, text),
});

const to = recipients.element.shape;
const recipient = {
  email: like(to.email, z.string()),
  name: like(to.name, text),
  comments: like(to.comments, text),
  pdfVersions: like(pdfVersions, z.array(z.int())),
};

const mail = part("Mail", {
  ...recipient,
  state: field(z.enum(["due", "sent", "failed"]), {
    says: {
      en: "`due`: will be sent, or tried again. `failed`: refused for good, or not delivered for a whole day.",
      es: "`due`: se va a enviar, o se vuelve a intentar. `failed`: rechazado del todo, o sin poder entregarse por un día entero.",
    },
    example: "sent",
  }),
  smtpResponse: field(text, {
    says: { en: "The mail server's last answer.", es: "La última respuesta del servidor de correo." },
  }),
  sent: field(instant.nullable(), {
    says: { en: "When the mail server accepted it.", es: "Cuándo lo aceptó el servidor de correo." },
  }),
});

const totalAmount = field(amount, {
  says: { en: "Total amount (ImpTotal), as a string.", es: "Importe total (ImpTotal), como texto." },
  example: "7001.00",
});

export const voucher = part("Voucher", {
  id,
  voucherType: like(voucherType, z.int()),
  posNumber: like(posNumber, z.int()),
  voucherNumber: like(voucherNumber, z.int()),
  voucherDate: like(asked.voucherDate, fiscalDate),
  docType: receiver.shape.docType,
  docNumber: receiver.shape.docNumber,
  totalAmount,
  netAmount: field(amount, {
    says: { en: "Taxable net (ImpNeto).", es: "Neto gravado (ImpNeto)." },
    example: "5785.95",
  }),
  vatAmount: field(amount, { says: { en: "VAT (ImpIVA).", es: "IVA (ImpIVA)." }, example: "1215.05" }),
  exemptAmount: field(amount, { says: { en: "Exempt (ImpOpEx).", es: "Exento (ImpOpEx)." }, example: "0.00" }),
  notTaxableAmount: field(amount, {
    says: { en: "Not taxable (ImpTotConc).", es: "No gravado (ImpTotConc)." },
    example: "0.00",
  }),
  tributesAmount: field(amount, {
    says: { en: "Other tributes (ImpTrib).", es: "Otros tributos (ImpTrib)." },
    example: "0.00",
  }),
  creditedAmount: field(amount, {
    says: {
      en: "What its credit notes come to, in its own currency.",
      es: "Lo que suman sus notas de crédito, en su moneda.",
    },
    example: "0.00",
  }),
  debitedAmount: field(amount, {
    says: {
      en: "What its debit notes come to, in its own currency.",
      es: "Lo que suman sus notas de débito, en su moneda.",
    },
    example: "0.00",
  }),
  cae,
  caeExpirationDate: field(fiscalDate, {
    says: { en: "The day on which the CAE expires, YYYYMMDD.", es: "El día en que vence el CAE, AAAAMMDD." },
    example: "20261201",
  }),
  authorization: field(z.enum(["CAE", "CAEA"]), {
    says: {
      en: "How the voucher was authorized: CAEA is a code that was obtained before, for a contingency.",
      es: "Cómo se autorizó el comprobante: CAEA es un código obtenido antes, para una contingencia.",
    },
    example: "CAE",
  }),
  reported: field(instant.nullish(), {
    says: {
      en: "When the authority took the report of a voucher of CAEA; null until then. Left out unless `authorization` is CAEA.",
      es: "Cuándo tomó ARCA el informe de un comprobante de CAEA; null hasta entonces. Está solamente si `authorization` es CAEA.",
    },
    example: "2026-11-21T18:03:11.120Z",
  }),
  reportErrors: field(z.array(authorityMessage).optional(), {
    says: {
      en: "Why the authority refused the report of a voucher of CAEA; empty when it did not. Left out unless `authorization` is CAEA.",
      es: "Por qué rechazó ARCA el informe de un comprobante de CAEA; vacío si no lo rechazó. Está solamente si `authorization` es CAEA.",
    },
  }),
  givenUp: field(z.literal(true).optional(), {
    says: {
      en: "An operator gave the report up: the authority will not be told of this voucher. Else left out.",
      es: "Quien opera el servicio desistió de informarlo: ARCA no va a saber de este comprobante. Si no, no está.",
    },
    example: true,
  }),
  status: field(z.literal("APPROVED"), {
    says: { en: "Always APPROVED.", es: "Siempre APPROVED." },
    example: "APPROVED",
  }),
  production: field(z.boolean(), {
    says: { en: "True in production, false in homologation.", es: "Verdadero en producción, falso en homologación." },
    example: false,
  }),
  currency: field(z.string(), { says: { en: "Currency (MonId).", es: "Moneda (MonId)." }, example: "PES" }),
  currencyQuotation: field(z.string().regex(/^\d+\.\d{6}$/), {
    says: { en: "Pesos per unit, as a string.", es: "Pesos por unidad, como texto." },
    example: "1.000000",
  }),
  externalReference: like(asked.externalReference, text),
  idempotency: like(asked.idempotency, text),
  apiKeyId: field(z.int().nullable(), {
    says: {
      en: "The API key that issued it; null when none did.",
      es: "La clave de API que lo emitió; null si no fue ninguna.",
    },
    example: 1,
  }),
  userEmail: field(text, {
    says: {
      en: "The person who issued it in the web application; null for all others.",
      es: "La persona que lo emitió en la aplicación web; null en los demás.",
    },
  }),
  source: field(z.enum(["api", "app", "rcel"]), {
    says: {
      en: "Where it was issued: this API, the web application, or the authority's own online tool. `rcel`: issued elsewhere and imported; it has no items, no names and no PDF here.",
      es: "Dónde se emitió: en esta API, en la aplicación web o en Comprobantes en línea de ARCA. `rcel`: emitido en otro lado e importado; acá no tiene líneas, nombres ni PDF.",
    },
    example: "api",
  }),
  created,
  hasPdf: field(z.boolean(), {
    says: { en: "Whether the PDF can be downloaded.", es: "Si se puede descargar el PDF." },
    example: true,
  }),
  vat: vatRows,
  taxAuthObservations: observations,
  concept: asked.concept,
  serviceFrom: like(asked.serviceFrom, fiscalDate.nullable()),
  serviceTo: like(asked.serviceTo, fiscalDate.nullable()),
  serviceExpiration: like(asked.serviceExpiration, fiscalDate.nullable()),
  customer: like(asked.customer, receiver),
  items: like(asked.items, z.array(issuedItem)),
  associatedVouchers: like(asked.associatedVouchers, z.array(modified).nullable()),
  associatedPeriod: ofLater(asked.associatedPeriod, period),
  fce: ofLater(
    asked.fce,
    part("IssuedFce", {
      cbu: like(fce.shape.cbu, z.string().optional()),
      alias: like(fce.shape.alias, z.string().nullable().optional()),
      transfer: like(fce.shape.transfer, z.enum(fceTransfers).optional()),
      cancellation: like(fce.shape.cancellation, z.boolean().optional()),
    }),
    {
      en: "Invoices have the first three, notes only the last; null in all other vouchers. Left out in vouchers from before this field.",
      es: "Las facturas tienen los tres primeros, las notas solamente el último; null en los demás comprobantes. No está en los comprobantes anteriores a este campo.",
    },
  ),
  priceIncludesVat: like(asked.priceIncludesVat, z.boolean()),
  tributes: like(asked.tributes, z.array(issuedTribute).nullable()),
  emails: like(asked.emails, z.array(mail).nullable()),
  settings: like(
    asked.settings,
    part("IssuedSettings", {
      quantityPrecision: like(settings.shape.quantityPrecision, z.int()),
      pricePrecision: like(settings.shape.pricePrecision, z.int()),
    }),
  ),
  legend: like(asked.legend, text),
  comments: like(asked.comments, text),
  additionalData: like(asked.additionalData, z.record(z.string(), z.unknown()).nullable()),
  cancelsInSameForeignCurrency: like(asked.cancelsInSameForeignCurrency, z.enum(["S", "N"]).nullable()),
  receiverTaxConditionId: like(asked.receiverTaxConditionId, z.int().nullable()),
  activityCode: ofLater(asked.activityCode, z.string().regex(/^\d{6}$/)),
  ...forPrintedTexts((name) => ofLater(asked[name], z.string())),
  optionals: ofLater(asked.optionals, shownOptionals),
  activities: ofLater(asked.activities, shownActivities),
  buyers: ofLater(asked.buyers, shownBuyers),
  perceptions: shownPerceptions,
});

/** The notes of the voucher are told of one voucher alone, not in lists. */
export const voucherWithNotes = part("VoucherWithNotes", {
  ...voucher.shape,
  notes: field(
    z.array(
      part("NoteOfVoucher", {
        id,
        voucherType: voucher.shape.voucherType,
        posNumber: voucher.shape.posNumber,
        voucherNumber: voucher.shape.voucherNumber,
        totalAmount,
      }),
    ),
    {
      says: {
        en: "The credit and debit notes that name it, however they were made.",
        es: "Las notas de crédito y de débito que lo nombran, se hayan hecho como se hayan hecho.",
      },
    },
  ),
});

export const regeneration = z.object({
  id,
  remaining: field(z.int().min(0), {
    says: {
      en: "How often it can be printed again within 24 hours.",
      es: "Cuántas veces más se puede volver a imprimir en 24 horas.",
    },
    example: 4,
  }),
});

export const scheduled = z.object({
  id,
  emails: like(asked.emails, z.array(part("ScheduledMail", recipient))),
});
