import { isFiscalDate } from "../../shared/domain/calendar.js";
import { findCurrencyCode } from "../../shared/domain/currency-names.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { Decimal, toCents } from "../../shared/domain/money.js";
import { currencyRefusals } from "../../shared/domain/predictions/currency.js";
import { dateRefusals } from "../../shared/domain/predictions/dates.js";
import { fceNoteRefusals } from "../../shared/domain/predictions/fce-note.js";
import { sayRefusal } from "../../shared/domain/refusal.js";
import { decimal, fiscalDate } from "../../shared/domain/spanish.js";
import { findVoucherType, isNote, issuableTypes, type VoucherTypeTraits } from "../../shared/domain/voucher-types.js";
import type { FieldFault } from "../http/errors.js";
import type { Issuer } from "./asked-fce.js";
import { findFurtherFaults } from "./further-faults.js";
import { findPerceptionFaults } from "./perceptions.js";
import { currencyCode } from "./voucher-terms.js";

/** Conditions between fields. Checks the raw body, so that these faults are reported together with those of single fields. */
export function findConditionFaults(raw: object, issuer: Issuer): FieldFault[] {
  const body = raw as Record<string, unknown>;
  const faults: FieldFault[] = [];
  const known = typeof body.voucherType === "number" ? findVoucherType(body.voucherType) : undefined;
  const closed = known && closedTo(issuer, known);
  const type = closed === undefined ? known : undefined;

  if (Number.isInteger(body.voucherType) && !type)
    faults.push({
      field: "voucherType",
      message: closed ?? notIssued(issuer),
    });
  faults.push(...findDateFaults(type, body));
  faults.push(...findAssociationFaults(type, body));
  if (Array.isArray(body.items)) {
    for (const [index, item] of body.items.entries()) {
      if (!isObject(item)) continue;
      if (type && type.letter !== "C" && isAbsent(item.taxType))
        faults.push({
          field: ["items", index, "taxType"],
          message: needsRate,
        });
      faults.push(...findDiscountFault(item).map((message) => ({ field: ["items", index, "discount"], message })));
    }
  }
  if (isObject(body.currency)) faults.push(...findQuotationFault(body.currency));
  faults.push(...findFurtherFaults(body, issuer.aliquotDecimals));
  faults.push(...findPerceptionFaults(body));
  return faults;
}

const needsFce: LocalizedText = {
  en: "is a credit invoice (FCE MiPyME), which this company does not issue: set its fce with PATCH /fiscal-data first",
  es: "Es una factura de crédito (FCE MiPyME) y la empresa no está configurada para emitirlas: primero cargá el CBU en Datos fiscales.",
};
const needsWithheldA: LocalizedText = {
  en: "is letter A under withholding, which this company does not issue: if the authority put it into that class, set its withheldA with PATCH /fiscal-data first",
  es: "Es clase A sujeta a retención y la empresa no está configurada para emitirla: si ARCA se la asignó, primero marcala en Datos fiscales.",
};

/** Why the company does not issue such a type. Undefined when it does. */
function closedTo({ fce, withheldA }: Issuer, { isFce, isWithheld }: VoucherTypeTraits): LocalizedText | undefined {
  if (isFce && !fce) return needsFce;
  return isWithheld && !withheldA ? needsWithheldA : undefined;
}

const notIssued = (issuer: Issuer): LocalizedText => ({
  en: `is not a type that can be issued here: ${typesOf(issuer)}`,
  es: `Este tipo de comprobante no se puede emitir acá: elegí otro (${typesOf(issuer)}).`,
  app: "Este tipo de comprobante no se puede emitir acá: elegí otro.",
});

const typesOf = (issuer: Issuer) =>
  issuableTypes
    .filter(([, traits]) => closedTo(issuer, traits) === undefined)
    .map(([code]) => code)
    .join(", ");

const needsRate: LocalizedText = {
  en: "is required: the VAT rate code of the line (5 is 21 %)",
  es: "Falta el código de alícuota de IVA de la línea: 5 es 21 %.",
  app: "Elegí la alícuota de IVA de la línea.",
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isAbsent = (value: unknown) => value === undefined || value === null;
const isEmpty = (value: unknown) => isAbsent(value) || (Array.isArray(value) && value.length === 0);

const datesOfServices = {
  missing: {
    en: "is required when concept is 2 or 3: a date as YYYYMMDD",
    es: "Falta esta fecha: los servicios llevan el período y el vencimiento del pago.",
  },
  noDue: {
    en: "is required for a credit invoice: the day until when it is to be paid, as YYYYMMDD",
    es: "Falta el vencimiento del pago: toda factura de crédito lo lleva.",
  },
  dueOfNote: {
    en: "must be left out: notes of credit invoices have no payment due date",
    es: "Dejalo vacío: las notas de facturas de crédito no tienen vencimiento de pago.",
  },
};

/**
 * A service has its period and the day until when it is to be paid. A credit invoice has that day whatever it sells, and its notes
 * have none. Source: api/README.md, "Credit invoices".
 */
function findDateFaults(type: VoucherTypeTraits | undefined, body: Record<string, unknown>): FieldFault[] {
  const isService = body.concept === 2 || body.concept === 3;
  const isFce = type?.isFce ?? false;
  const isFceInvoice = isFce && type?.kind === "invoice";
  const isFceNote = isFce && !isFceInvoice;
  const faults: FieldFault[] = [];
  for (const field of ["serviceFrom", "serviceTo", ...(isFceNote ? [] : ["serviceExpiration"])]) {
    if (isService && isAbsent(body[field])) faults.push({ field, message: datesOfServices.missing });
  }
  const field = "serviceExpiration";
  const [due, voucherDate] = [dayOf(body.serviceExpiration), dayOf(body.voucherDate)];
  if (isFceInvoice && !isService && isAbsent(body.serviceExpiration))
    faults.push({
      field,
      message: datesOfServices.noDue,
    });
  if (isFceInvoice && due && voucherDate && due < voucherDate)
    faults.push({ field, message: sayRefusal(dateRefusals.due) });
  if (isFceNote && !isAbsent(body.serviceExpiration)) faults.push({ field, message: datesOfServices.dueOfNote });
  return faults;
}

const associations = {
  noPeriod: {
    en: "must be left out: a note of a credit invoice modifies one voucher",
    es: "Dejalo vacío: una nota de factura de crédito modifica un solo comprobante, no un período.",
  },
  exactlyOne: {
    en: "must be exactly one: the voucher that the note modifies",
    es: "Indicá un solo comprobante: el que la nota modifica.",
  },
  missing: {
    en: "is required for credit and debit notes: the voucher that is modified, or else associatedPeriod",
    es: "Indicá qué comprobante modifica la nota, o un período.",
  },
  forNotes: {
    en: "is for credit and debit notes only",
    es: "Dejalo vacío: es solamente para notas de crédito y de débito.",
  },
  either: {
    en: "must not be sent together with associatedVouchers: a note has one of the two",
    es: "Elegí una de las dos cosas: el comprobante que la nota modifica, o un período.",
  },
  fromAfterTo: { en: "must not be after to", es: "No puede ser posterior al final del período." },
};

/** A note tells what it modifies: vouchers, or a period that ends no later than it. Source: api/README.md, "Issuance request body". */
function findAssociationFaults(type: VoucherTypeTraits | undefined, body: Record<string, unknown>): FieldFault[] {
  const { associatedVouchers, associatedPeriod, voucherDate } = body;
  const isNoteType = type !== undefined && isNote(type);
  if (isNoteType && type.isFce)
    return [
      ...(isAbsent(associatedPeriod) ? [] : [{ field: "associatedPeriod", message: associations.noPeriod }]),
      ...(isEmpty(associatedVouchers) || (Array.isArray(associatedVouchers) && associatedVouchers.length > 1)
        ? [{ field: "associatedVouchers", message: associations.exactlyOne }]
        : []),
    ];
  if (isNoteType && isEmpty(associatedVouchers) && isAbsent(associatedPeriod))
    return [
      {
        field: "associatedVouchers",
        message: associations.missing,
      },
    ];
  if (isAbsent(associatedPeriod)) return [];
  const field = "associatedPeriod";
  if (type !== undefined && !isNoteType) return [{ field, message: associations.forNotes }];
  if (isNoteType && !isEmpty(associatedVouchers)) return [{ field, message: associations.either }];
  if (!isObject(associatedPeriod)) return [];
  const { from, to } = associatedPeriod;
  const isLater = (one: unknown, other: unknown) => (dayOf(one) ?? "") > (dayOf(other) ?? "99999999");
  return [
    ...(isLater(from, to) ? [{ field: `${field}.from`, message: associations.fromAfterTo }] : []),
    ...(isLater(to, voucherDate) ? [{ field: `${field}.to`, message: sayRefusal(fceNoteRefusals.date) }] : []),
  ];
}

/** A day as the schema reads it. Undefined for what is none. */
function dayOf(value: unknown): string | undefined {
  const day = textOf(value);
  return typeof day === "string" && isFiscalDate(day) ? day : undefined;
}

/** Blanks around what is written do not count. */
const textOf = (value: unknown) => (typeof value === "string" ? value.trim() : value);

const tenYears = 10_00_00;

/** A day of a service so far away is a year that was typed wrong, and the voucher could not be taken back. */
export function findFarDates(body: Record<string, unknown>, voucherDate: unknown): FieldFault[] {
  const date = dayOf(voucherDate);
  // What is bought may be paid whenever it was agreed.
  const ofService = body["concept"] === 2 || body["concept"] === 3 ? ["serviceExpiration"] : [];
  return ["serviceFrom", "serviceTo", ...ofService].flatMap((field) => {
    const day = dayOf(body[field]);
    const isFar = date !== undefined && day !== undefined && Math.abs(Number(day) - Number(date)) > tenYears;
    return isFar ? [{ field, message: tooFar(date) }] : [];
  });
}

const tooFar = (date: string): LocalizedText => ({
  en: `is more than ten years from voucherDate, ${date}: look at the year`,
  es: `Está a más de diez años de voucherDate, ${fiscalDate(date)}: revisá el año.`,
  app: "Está a más de diez años de la fecha del comprobante: revisá el año.",
});

/** A discount cannot be more than its line. */
function findDiscountFault({ quantity, price, discount, discountType }: Record<string, unknown>): LocalizedText[] {
  if (typeof discount !== "number") return [];
  if (isAbsent(discountType) || discountType === "percentage") return discount > 100 ? [noPercentage] : [];
  if (discountType !== "amount" || typeof quantity !== "number" || typeof price !== "number") return [];
  const most = toCents(new Decimal(quantity).times(price));
  return new Decimal(discount).gt(most) ? [moreThanLine(most)] : [];
}

const noPercentage: LocalizedText = {
  en: "must be 100 or less: it is a percentage",
  es: "Es un porcentaje: tiene que ser 100 o menos.",
};

const moreThanLine = (most: Decimal): LocalizedText => ({
  en: `must be ${most} or less: the line is no more`,
  es: `El descuento no puede superar el importe de la línea: ${decimal(most)} como mucho.`,
});

/** PES has quotation 1; for another currency the caller sends the day's. Source: api/README.md, "Issuance request body". */
function findQuotationFault({ id: written, quotation }: Record<string, unknown>): FieldFault[] {
  const id = textOf(written);
  const field = ["currency", "quotation"];
  if (isAbsent(id) || id === "PES") {
    if (typeof quotation !== "number" || quotation === 1) return [];
    return [{ field, message: onlyOne }];
  }
  if (!isAbsent(quotation) || typeof id !== "string" || !currencyCode.test(id)) return [];
  if (findCurrencyCode(id) === "PES")
    return [{ field: ["currency", "id"], message: sayRefusal(currencyRefusals.otherwiseNamed, { code: "PES" }) }];
  return [{ field, message: noQuotation }];
}

const onlyOne: LocalizedText = {
  en: "must be 1 for PES: for another currency, send its id",
  es: "En pesos la cotización es 1: si es otra moneda, indicala en id.",
  app: "En pesos la cotización es 1: si es otra moneda, elegila.",
};

const noQuotation: LocalizedText = {
  en: "is required with a currency other than PES: pesos per unit on that day",
  es: "Falta la cotización: cuántos pesos vale la moneda ese día.",
};
