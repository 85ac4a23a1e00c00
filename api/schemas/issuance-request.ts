import { z } from "@hono/zod-openapi";
import { isFiscalDate } from "../../shared/domain/calendar.js";
import { isCbu } from "../../shared/domain/cbu.js";
import { findCurrencyCode } from "../../shared/domain/currency-names.js";
import { fceTransfers } from "../../shared/domain/fce.js";
import type { Words } from "../../shared/domain/words.js";
import { parseDay } from "../../shared/domain/written-date.js";
import { noDate, writtenOtherwise } from "./day-words.js";
import { atMostDecimals, hasDecimals } from "./decimals.js";
import { cbuDigits, cuit, docNumber, exactDigits } from "./digits.js";
import { activities, buyers, optionals, orMissing } from "./further-data.js";
import { oneOf } from "./one-of.js";
import { oneToEach, recipientAddress } from "./recipients.js";
import { says } from "./says.js";
import { isStorable, storableOnly } from "./storable.js";
import { requiredText, text, trimmedText } from "./text.js";

/** The authority's amounts have 13 digits before the point. Source: issuer/authority/README.md, section 2.5. */
const maxAmount = 9_999_999_999_999;
const amount = z.number().min(0).max(maxAmount);

/** A line never takes anything away: what does is its discount, or a note. */
const notNegative = (words: Words) => z.number().refine((value) => !(value < 0), { error: says(words) });
const lessOf: Words = {
  en: "must be 0 or more: what a line costs less is its discount, and what is given back of an earlier sale is a credit note",
  es: "No puede ser negativo: lo que se rebaja es el descuento de la línea, y lo que se devuelve de otra venta es una nota de crédito.",
};
const moreOf: Words = {
  en: "must be 0 or more: what is charged on top is a line of its own",
  es: "No puede ser negativo: lo que se recarga es otra línea.",
};
export const identifier = z.int().min(1).max(99_999);

export const fiscalDate = z
  .string()
  .trim()
  .refine(isFiscalDate, {
    error: says((input) => {
      const meant = parseDay(String(input));
      return meant === undefined ? noDate : writtenOtherwise(meant);
    }),
  })
  .openapi({ pattern: "^\\d{8}$", example: "20261121" });

const customer = z.object({
  docType: z.int().min(0).max(99),
  docNumber,
  name: requiredText(200),
  taxType: z.int().min(1).max(99),
  address: text(300).nullish().transform(orNull),
  stateId: z.int().min(0).max(24).nullish().transform(orNull),
});

export const item = z.object({
  description: requiredText(4_000),
  quantity: notNegative(lessOf).min(0.0001).max(9_999_999_999),
  price: notNegative(lessOf).min(0).max(maxAmount),
  taxType: z.int().nullish().transform(orNull),
  code: text(50).nullish().transform(orNull),
  unitType: orDefault(z.int().min(0).max(99), 7),
  discount: orDefault(notNegative(moreOf).min(0).max(maxAmount), 0),
  discountType: orDefault(z.enum(["percentage", "amount"]), "percentage"),
});

export const tribute = z.object({
  type: z.int().min(1).max(99),
  baseAmount: amount.refine(hasDecimals(2), { error: says(atMostDecimals(2)) }),
  aliquot: z
    .number()
    .min(0)
    .max(999)
    .refine(hasDecimals(2), { error: says(atMostDecimals(2)) }),
  subtotal: amount.refine(hasDecimals(2), { error: says(atMostDecimals(2)) }),
  description: text(80).nullish().transform(orNull),
});

const associatedVoucher = z.object({
  voucherType: z.int().min(1).max(999),
  posNumber: identifier,
  voucherNumber: z.int().min(1).max(99_999_999),
  cuit: cuit.nullish().transform(orNull),
  date: fiscalDate.nullish().transform(orNull),
});

const wrongCbu: Words = {
  en: "is not a CBU: its check digits are wrong",
  es: "Tiene un dígito equivocado: copialo de nuevo.",
};
const wrongAlias: Words = {
  en: "must be 6 to 20 letters, digits, dots or dashes",
  es: "Tiene que tener de 6 a 20 letras, números, puntos o guiones.",
};

/** Source: api/README.md, "Credit invoices". */
export const fcePayment = {
  cbu: cbuDigits.refine(isCbu, { error: says(wrongCbu), abort: true }),
  alias: z.string().regex(/^[A-Za-z0-9.-]{6,20}$/, { error: says(wrongAlias) }),
  transfer: z.enum(fceTransfers),
};

export const fce = z.object({
  cbu: fcePayment.cbu.nullish().transform(orNull),
  alias: fcePayment.alias.nullish(),
  transfer: fcePayment.transfer.nullish().transform(orNull),
  cancellation: z.boolean().nullish().transform(orNull),
});

/** Printed as "Condición de venta". */
export const saleCondition = trimmedText(40);

/** A code of the authority's list of activities. Any six digits are taken: the list is not asked for. */
export const activityCode = z.string().regex(/^\d{6}$/, { error: says(exactDigits(6)) });

const emailRecipient = z.object({
  email: recipientAddress,
  name: text(200).nullish().transform(orNull),
  comments: text(2_000).nullish().transform(orNull),
  pdfVersions: orDefault(
    z
      .array(oneOf([1, 2, 3]))
      .min(1)
      .max(3),
    [1],
  ),
});

/** Those that one issuance may have. */
export const recipients = z.array(emailRecipient).max(3);

const precision = orDefault(oneOf([2, 4, 6]), 2);

export const settings = z.object({ quantityPrecision: precision, pricePrecision: precision });

export const currencyCode = /^[A-Z0-9]{3}$/;

/** @param code that of the authority for what was written, if it has one */
const noCurrencyCode = (code: string | undefined): Words =>
  code === undefined
    ? {
        en: "must be a currency code of 3 letters or digits",
        es: "Tiene que ser un código de moneda de 3 letras o números, como DOL.",
      }
    : {
        en: `must be a currency code of 3 letters or digits: write ${code}`,
        es: `Escribí ${code}: es el código de esta moneda.`,
      };

/** For another currency the quotation is required: see condition-faults. */
export const currency = z.object({
  id: orDefault(
    z
      .string()
      .trim()
      .regex(currencyCode, {
        error: says((input) => noCurrencyCode(findCurrencyCode(String(input)))),
      }),
    "PES",
  ),
  quotation: orDefault(
    z
      .number()
      .gt(0)
      .max(9_999.999999)
      .refine(hasDecimals(6), { error: says(atMostDecimals(6)) }),
    1,
  ),
});

const wrongKey: Words = {
  en: "may contain letters, digits, - and _ only",
  es: "Usá solamente letras sin acento, números, guiones y guiones bajos.",
};

/** Source: api/README.md, "Issuance request body". Unknown properties are dropped. */
export const issuanceRequestShape = z
  .object({
    idempotency: z
      .string()
      .min(1)
      .max(128)
      .regex(/^[A-Za-z0-9_-]*$/, { error: says(wrongKey) }),
    posNumber: identifier,
    voucherType: z.int(),
    concept: oneOf([1, 2, 3]),
    voucherDate: fiscalDate,
    customer,
    items: z.array(item).min(1).max(1_000),
    serviceFrom: fiscalDate.nullish().transform(orNull),
    serviceTo: fiscalDate.nullish().transform(orNull),
    serviceExpiration: fiscalDate.nullish().transform(orNull),
    associatedVouchers: orDefault(z.array(associatedVoucher).max(250), []),
    associatedPeriod: z.object({ from: fiscalDate, to: fiscalDate }).nullish().transform(orNull),
    fce: fce.nullish().transform(orNull),
    currency: orDefault(currency, { id: "PES", quotation: 1 }),
    priceIncludesVat: orDefault(z.boolean(), true),
    tributes: orDefault(z.array(tribute).max(50), []),
    emails: orDefault(recipients, []).transform(oneToEach),
    settings: orDefault(settings, { quantityPrecision: 2, pricePrecision: 2 }),
    legend: text(200).nullish().transform(orNull),
    comments: text(512).nullish().transform(orNull),
    externalReference: text(128).nullish().transform(orNull),
    additionalData: z
      .record(text(100), z.unknown())
      .refine(isStorable, { error: says(storableOnly) })
      .nullish()
      .transform(orNull),
    cancelsInSameForeignCurrency: z.enum(["S", "N"]).nullish().transform(orNull),
    receiverTaxConditionId: z.int().min(1).max(99).nullish().transform(orNull),
    activityCode: activityCode.nullish().transform(orNull),
    saleCondition: saleCondition.nullish().transform(orNull),
    contingency: z.enum(["never"]).nullish().transform(orNull),
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

/** An optional field. Null means the same as leaving it out. */
function orDefault<Field extends z.ZodType>(field: Field, value: z.output<Field>) {
  return field
    .nullish()
    .openapi({ default: value })
    .transform((given) => given ?? value);
}

function orNull<T>(value: T | null | undefined): T | null {
  return value ?? null;
}
