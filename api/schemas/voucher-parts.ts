import { z } from "@hono/zod-openapi";
import { inOne, type LocalizedText } from "../../shared/domain/localized-text.js";
import { codeNumber } from "./code-number.js";
import { withDecimals } from "./decimals.js";
import { cuit, docNumber } from "./digits.js";
import { field, like, part } from "./field.js";
import { fiscalDate } from "./fiscal-date.js";
import { orDefault, orNull } from "./optional.js";
import { says } from "./says.js";
import { requiredText, text } from "./text.js";

/** The authority's amounts have 13 digits before the point. Source: issuer/authority/README.md, section 2.5. */
const maxAmount = 9_999_999_999_999;
const cents = withDecimals(2, z.number().min(0).max(maxAmount));

/** A line never takes anything away: what does is its discount, or a note. */
const notNegative = (words: LocalizedText) => z.number().refine((value) => !(value < 0), { error: says(words) });
const lessOf: LocalizedText = {
  en: "must be 0 or more: what a line costs less is its discount, and what is given back of an earlier sale is a credit note",
  es: "No puede ser negativo: lo que se rebaja es el descuento de la línea, y lo que se devuelve de otra venta es una nota de crédito.",
};
const moreOf: LocalizedText = {
  en: "must be 0 or more: what is charged on top is a line of its own",
  es: "No puede ser negativo: lo que se recarga es otra línea.",
};

export const posNumber = field(z.int().min(1).max(99_999), {
  says: { en: "Point of sale (PtoVta).", es: "Punto de venta (PtoVta)." },
  example: 1,
  label: "Punto de venta",
});

const typeCodes: LocalizedText = {
  en: "1 invoice, 2 debit note, 3 credit note of letter A; 6, 7, 8 of B; 11, 12, 13 of C; 51, 52, 53 of A under withholding; 201 to 203, 206 to 208, 211 to 213 credit invoices (FCE) and their notes",
  es: "1 factura, 2 nota de débito, 3 nota de crédito de letra A; 6, 7, 8 de B; 11, 12, 13 de C; 51, 52, 53 de A sujeta a retención; 201 a 203, 206 a 208, 211 a 213 facturas de crédito (FCE) y sus notas",
};
export const voucherType = field(codeNumber(typeCodes), {
  says: {
    en: `The authority's code of the voucher type (CbteTipo): ${typeCodes.en}.`,
    es: `El código de ARCA del tipo de comprobante (CbteTipo): ${typeCodes.es}.`,
  },
  example: 6,
  label: "Tipo de comprobante",
});

export const voucherNumber = field(z.int().min(1).max(99_999_999), {
  says: { en: "Number within its point of sale and type.", es: "Número dentro de su punto de venta y tipo." },
  example: 1,
  label: "Número",
});

const documentCodes: LocalizedText = { en: "80 CUIT, 96 DNI, 99 none", es: "80 CUIT, 96 DNI, 99 ninguno" };
export const docType = field(codeNumber(documentCodes).min(0).max(99), {
  says: {
    en: `Document type (DocTipo): ${documentCodes.en}.`,
    es: `Tipo de documento (DocTipo): ${documentCodes.es}.`,
  },
  example: 99,
  label: "Tipo de documento del receptor",
});

export const stateId = field(z.int().min(0).max(24), {
  says: {
    en: "Province; 0 is the capital city, null means unknown.",
    es: "Provincia; 0 es la Ciudad de Buenos Aires, null es desconocida.",
  },
  example: 0,
  label: "Provincia",
});

export const conditionCodes: LocalizedText = {
  en: "1 registered, 4 exempt, 5 final consumer, 6 monotributo",
  es: "1 responsable inscripto, 4 exento, 5 consumidor final, 6 monotributo",
};

export const customer = part("Customer", {
  docType,
  docNumber: field(docNumber, {
    says: { en: "Digits only, as a string.", es: "Solamente dígitos, como texto." },
    example: "0",
    label: "Número de documento del receptor",
  }),
  name: field(requiredText(200), {
    says: { en: "Name or company name.", es: "Nombre o razón social." },
    example: "Consumidor Final",
    label: "Nombre del receptor",
  }),
  taxType: field(codeNumber(conditionCodes).min(1).max(99), {
    says: {
      en: `VAT condition (CondicionIVAReceptorId): ${conditionCodes.en}.`,
      es: `Condición de IVA (CondicionIVAReceptorId): ${conditionCodes.es}.`,
    },
    example: 5,
    label: "Condición de IVA del receptor",
  }),
  address: field(text(300).nullish(), {
    says: { en: "Printed on the voucher.", es: "Se imprime en el comprobante." },
    example: "San Martín 850, Mendoza",
    label: "Domicilio del receptor",
  }).transform(orNull),
  stateId: like(stateId, stateId.nullish(), { label: "Provincia del receptor" }).transform(orNull),
});

const rates: LocalizedText = {
  en: "3 0 %, 4 10.5 %, 5 21 %, 6 27 %, 8 5 %, 9 2.5 %; 2 exempt, 1 not taxable",
  es: "3 es 0 %, 4 es 10,5 %, 5 es 21 %, 6 es 27 %, 8 es 5 %, 9 es 2,5 %; 2 exento, 1 no gravado",
};
export const rateCodes: LocalizedText = {
  en: `VAT rate code: ${rates.en}.`,
  es: `Código de alícuota de IVA: ${rates.es}.`,
};

export const item = field(
  part("Item", {
    description: field(requiredText(4_000), {
      says: { en: "What was sold.", es: "Lo que se vendió." },
      example: "Yerba mate 1 kg",
      label: "Descripción",
    }),
    quantity: field(notNegative(lessOf).min(0.0001).max(9_999_999_999), {
      says: { en: "Quantity, at least 0.0001.", es: "Cantidad, 0,0001 como mínimo." },
      example: 2,
      label: "Cantidad",
    }),
    price: field(notNegative(lessOf).min(0).max(maxAmount), {
      says: {
        en: "Unit price before discount; with VAT unless priceIncludesVat is false.",
        es: "Precio unitario antes del descuento; con IVA, salvo que priceIncludesVat sea false.",
      },
      example: 3_500.5,
      label: "Precio",
    }),
    taxType: field(codeNumber(rates).nullish(), {
      says: inOne([
        rateCodes,
        { en: "Needed unless the voucher is of letter C.", es: "Hace falta, salvo en los comprobantes de letra C." },
      ]),
      example: 5,
      label: "Alícuota de IVA",
    }).transform(orNull),
    code: field(text(50).nullish(), {
      says: { en: "Your own product code.", es: "Tu código del producto." },
      example: "YM-1",
      label: "Código",
    }).transform(orNull),
    unitType: orDefault(
      field(z.int().min(0).max(99), {
        says: { en: "Unit of measure; 7 is units.", es: "Unidad de medida; 7 es unidades." },
        example: 7,
        label: "Unidad de medida",
      }),
      7,
    ),
    discount: orDefault(
      field(notNegative(moreOf).min(0).max(maxAmount), {
        says: { en: "Discount on the whole line, not per unit.", es: "Descuento de toda la línea, no por unidad." },
        example: 0,
        label: "Descuento",
      }),
      0,
    ),
    discountType: orDefault(
      field(z.enum(["percentage", "amount"]), {
        says: {
          en: "Whether discount is a percentage or an amount.",
          es: "Si el descuento es un porcentaje o un importe.",
        },
        example: "percentage",
        label: "Tipo de descuento",
      }),
      "percentage",
    ),
  }),
  { label: "Línea", of: "de la línea" },
);

const tributeCodes: LocalizedText = {
  en: "1 national, 2 provincial, 3 municipal, 4 internal taxes, 5 gross income (IIBB); perceptions: 6 of VAT, 7 of gross income, 8 municipal, 9 other, 13 of VAT of who is not categorized; 99 other",
  es: "1 nacionales, 2 provinciales, 3 municipales, 4 internos, 5 ingresos brutos (IIBB); percepciones: 6 de IVA, 7 de ingresos brutos, 8 municipales, 9 otras, 13 de IVA a no categorizado; 99 otros",
};
export const tribute = field(
  part("Tribute", {
    type: field(codeNumber(tributeCodes).min(1).max(99), {
      says: {
        en: `The authority's code (Id): ${tributeCodes.en}.`,
        es: `El código de ARCA (Id): ${tributeCodes.es}.`,
      },
      example: 99,
      label: "Tipo",
    }),
    baseAmount: field(cents, {
      says: { en: "Taxable base (BaseImp).", es: "Base imponible (BaseImp)." },
      example: 1_000,
      label: "Base imponible",
    }),
    aliquot: field(withDecimals(4, z.number().min(0).max(999)), {
      says: {
        en: "Percentage (Alic), with two decimals unless the service takes more.",
        es: "Alícuota, en porcentaje (Alic), con dos decimales salvo que el servicio admita más.",
      },
      example: 3,
      label: "Alícuota",
    }),
    subtotal: field(cents, {
      says: { en: "Amount (Importe), declared as it is given.", es: "Importe (Importe); se declara tal como viene." },
      example: 30,
      label: "Importe",
    }),
    description: field(text(80).nullish(), {
      says: { en: "Description (Desc).", es: "Descripción (Desc)." },
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
      says: {
        en: "The issuer's tax id, when it is not your own.",
        es: "El CUIT de quien lo emitió, si no es el tuyo.",
      },
      example: "30712345671",
      label: "CUIT",
    }).transform(orNull),
    date: field(fiscalDate.nullish(), {
      says: { en: "The voucherDate of that voucher (CbteFch).", es: "La fecha de ese comprobante (CbteFch)." },
      example: "20261101",
      label: "Fecha",
    }).transform(orNull),
  }),
  { label: "Comprobante asociado", of: "del comprobante asociado" },
);

export const period = part("Period", {
  from: field(fiscalDate, {
    says: { en: "The first day, YYYYMMDD.", es: "El primer día, AAAAMMDD." },
    example: "20261001",
    label: "Período asociado desde",
  }),
  to: field(fiscalDate, {
    says: { en: "The last day, YYYYMMDD.", es: "El último día, AAAAMMDD." },
    example: "20261031",
    label: "Período asociado hasta",
  }),
});
