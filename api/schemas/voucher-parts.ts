import { z } from "@hono/zod-openapi";
import type { Words } from "../../shared/domain/words.js";
import { atMostDecimals, hasDecimals } from "./decimals.js";
import { cuit, docNumber } from "./digits.js";
import { field, like, part } from "./field.js";
import { fiscalDate } from "./fiscal-date.js";
import { orDefault, orNull } from "./optional.js";
import { says } from "./says.js";
import { requiredText, text } from "./text.js";

/** The authority's amounts have 13 digits before the point. Source: issuer/authority/README.md, section 2.5. */
const maxAmount = 9_999_999_999_999;
const cents = z
  .number()
  .min(0)
  .max(maxAmount)
  .refine(hasDecimals(2), { error: says(atMostDecimals(2)) });

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

export const posNumber = field(z.int().min(1).max(99_999), {
  says: "Point of sale (PtoVta).",
  example: 1,
  label: "Punto de venta",
});

export const voucherType = field(z.int(), {
  says: "The authority's code of the voucher type (CbteTipo): 1 invoice, 2 debit note, 3 credit note of letter A; 6, 7, 8 of B; 11, 12, 13 of C; 51, 52, 53 of A under withholding; 201 to 203, 206 to 208, 211 to 213 credit invoices (FCE) and their notes.",
  example: 6,
  label: "Tipo de comprobante",
});

export const voucherNumber = field(z.int().min(1).max(99_999_999), {
  says: "Number within its point of sale and type.",
  example: 1,
  label: "Número",
});

export const docType = field(z.int().min(0).max(99), {
  says: "Document type (DocTipo): 80 CUIT, 96 DNI, 99 none.",
  example: 99,
  label: "Tipo de documento del receptor",
});

export const stateId = field(z.int().min(0).max(24), {
  says: "Province; 0 is the capital city, null means unknown.",
  example: 0,
  label: "Provincia",
});

export const customer = part("Customer", {
  docType,
  docNumber: field(docNumber, {
    says: "Digits only, as a string.",
    example: "0",
    label: "Número de documento del receptor",
  }),
  name: field(requiredText(200), {
    says: "Name or company name.",
    example: "Consumidor Final",
    label: "Nombre del receptor",
  }),
  taxType: field(z.int().min(1).max(99), {
    says: "VAT condition (CondicionIVAReceptorId): 1 registered, 4 exempt, 5 final consumer, 6 monotributo.",
    example: 5,
    label: "Condición de IVA del receptor",
  }),
  address: field(text(300).nullish(), {
    says: "Printed on the voucher.",
    example: "San Martín 850, Mendoza",
    label: "Domicilio del receptor",
  }).transform(orNull),
  stateId: like(stateId, stateId.nullish(), { label: "Provincia del receptor" }).transform(orNull),
});

export const rateCodes = "VAT rate code: 3 0 %, 4 10.5 %, 5 21 %, 6 27 %, 8 5 %, 9 2.5 %; 2 exempt, 1 not taxable.";

export const item = field(
  part("Item", {
    description: field(requiredText(4_000), {
      says: "What was sold.",
      example: "Yerba mate 1 kg",
      label: "Descripción",
    }),
    quantity: field(notNegative(lessOf).min(0.0001).max(9_999_999_999), {
      says: "Quantity, at least 0.0001.",
      example: 2,
      label: "Cantidad",
    }),
    price: field(notNegative(lessOf).min(0).max(maxAmount), {
      says: "Unit price before discount; with VAT unless priceIncludesVat is false.",
      example: 3_500.5,
      label: "Precio",
    }),
    taxType: field(z.int().nullish(), {
      says: `${rateCodes} Needed unless the voucher is of letter C.`,
      example: 5,
      label: "Alícuota de IVA",
    }).transform(orNull),
    code: field(text(50).nullish(), { says: "Your own product code.", example: "YM-1", label: "Código" }).transform(
      orNull,
    ),
    unitType: orDefault(
      field(z.int().min(0).max(99), {
        says: "Unit of measure; 7 is units.",
        example: 7,
        label: "Unidad de medida",
      }),
      7,
    ),
    discount: orDefault(
      field(notNegative(moreOf).min(0).max(maxAmount), {
        says: "Discount on the whole line, not per unit.",
        example: 0,
        label: "Descuento",
      }),
      0,
    ),
    discountType: orDefault(
      field(z.enum(["percentage", "amount"]), {
        says: "Whether discount is a percentage or an amount.",
        example: "percentage",
        label: "Tipo de descuento",
      }),
      "percentage",
    ),
  }),
  { label: "Línea", of: "de la línea" },
);

export const tribute = field(
  part("Tribute", {
    type: field(z.int().min(1).max(99), {
      says: "The authority's code (Id): 1 national, 2 provincial, 3 municipal, 4 internal taxes, 5 gross income (IIBB); perceptions: 6 of VAT, 7 of gross income, 8 municipal, 9 other, 13 of VAT of who is not categorized; 99 other.",
      example: 99,
      label: "Tipo",
    }),
    baseAmount: field(cents, { says: "Taxable base (BaseImp).", example: 1_000, label: "Base imponible" }),
    aliquot: field(
      z
        .number()
        .min(0)
        .max(999)
        .refine(hasDecimals(2), { error: says(atMostDecimals(2)) }),
      { says: "Percentage (Alic).", example: 3, label: "Alícuota" },
    ),
    subtotal: field(cents, { says: "Amount (Importe), declared as it is given.", example: 30, label: "Importe" }),
    description: field(text(80).nullish(), {
      says: "Description (Desc).",
      example: "Percepción IIBB",
      label: "Descripción",
    }).transform(orNull),
  }),
  { label: "Tributo", of: "del tributo" },
);

export const associatedVoucher = field(
  part("AssociatedVoucher", {
    voucherType: like(voucherType, z.int().min(1).max(999), { label: "Tipo" }),
    posNumber,
    voucherNumber,
    cuit: field(cuit.nullish(), {
      says: "The issuer's tax id, when it is not your own.",
      example: "30712345671",
      label: "CUIT",
    }).transform(orNull),
    date: field(fiscalDate.nullish(), {
      says: "The voucherDate of that voucher (CbteFch).",
      example: "20261101",
      label: "Fecha",
    }).transform(orNull),
  }),
  { label: "Comprobante asociado", of: "del comprobante asociado" },
);

export const period = part("Period", {
  from: field(fiscalDate, { says: "The first day, YYYYMMDD.", example: "20261001", label: "Período asociado desde" }),
  to: field(fiscalDate, { says: "The last day, YYYYMMDD.", example: "20261031", label: "Período asociado hasta" }),
});
