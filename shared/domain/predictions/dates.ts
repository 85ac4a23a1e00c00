import { daysBetween, fromFiscalDate } from "../calendar.js";
import { toDeclaredDates } from "../declared-dates.js";
import type { IssuanceRequest } from "../issuance-request.js";
import { foreseen, type Refusal } from "../refusal.js";
import { getVoucherType, isNote } from "../voucher-types.js";
import { type Prediction, when } from "./problem.js";

export const dateRefusals = {
  fceNoteWindow: foreseen(
    10016,
    "voucherDate",
    "must be at most 5 days before today, and not after it, for notes of credit invoices",
    "La fecha de una nota de factura de crédito tiene que ser de hoy o de hasta 5 días antes.",
  ),
  fceWindow: foreseen(
    10016,
    "voucherDate",
    "must be at most 5 days before today, or the day after it, for credit invoices",
    "La fecha de una factura de crédito puede ser de hasta 5 días antes de hoy o de mañana.",
  ),
  productWindow: foreseen(
    10016,
    "voucherDate",
    "must be at most 5 days before or after today for products",
    "Para productos, la fecha puede ser de hasta 5 días antes o después de hoy.",
  ),
  serviceWindow: foreseen(
    10016,
    "voucherDate",
    "must be at most 10 days before or after today for services",
    "Para servicios, la fecha puede ser de hasta 10 días antes o después de hoy.",
  ),
  beforeLast: foreseen(
    10016,
    "voucherDate",
    "must not be before {date}, the date of the last voucher of this point of sale and type",
    "No puede ser anterior al {date}, la fecha del último comprobante de este punto de venta y tipo.",
  ),
  fceMonth: foreseen(
    10152,
    "voucherDate",
    "a later date must be of this month for credit invoices",
    "Una fecha posterior a hoy tiene que ser de este mes en facturas de crédito.",
  ),
  productMonth: foreseen(
    10152,
    "voucherDate",
    "a later date must be of this month for products",
    "Una fecha posterior a hoy tiene que ser de este mes para productos.",
  ),
  serviceOrder: foreseen(
    10032,
    "serviceFrom",
    "must not be after serviceTo",
    "No puede ser posterior al final del servicio.",
  ),
  due: foreseen(
    10036,
    "serviceExpiration",
    "must not be before voucherDate",
    "No puede ser anterior a la fecha del comprobante.",
  ),
  fceDue: foreseen(
    10164,
    "serviceExpiration",
    "must be neither before voucherDate nor before today: a credit invoice can still be paid",
    "No puede ser anterior a la fecha del comprobante ni a hoy: la factura de crédito tiene que poder pagarse todavía.",
  ),
};

/** The days before and after today that the voucher may have. Source: issuer/authority/README.md, sections 4.5 and 12.2. */
function windowOf({ voucherType, concept }: IssuanceRequest): { before: number; after: number; refusal: Refusal } {
  const type = getVoucherType(voucherType);
  if (type.isFce)
    return isNote(type)
      ? { before: 5, after: 0, refusal: dateRefusals.fceNoteWindow }
      : { before: 5, after: 1, refusal: dateRefusals.fceWindow };
  return concept === 1
    ? { before: 5, after: 5, refusal: dateRefusals.productWindow }
    : { before: 10, after: 10, refusal: dateRefusals.serviceWindow };
}

/** Checks the voucher's date: its window, and the order in the sequence. */
export const predictVoucherDate: Prediction = ({ body, today, lastDate }) => {
  const { concept, voucherDate, voucherType } = body;
  const { isFce } = getVoucherType(voucherType);
  const { before, after, refusal } = windowOf(body);
  const offset = daysBetween(fromFiscalDate(today), fromFiscalDate(voucherDate));
  if (offset < -before || offset > after) return when(true, refusal);
  return [
    ...when(
      (concept === 1 || isFce) && offset > 0 && voucherDate.slice(0, 6) !== today.slice(0, 6),
      isFce ? dateRefusals.fceMonth : dateRefusals.productMonth,
    ),
    ...when(lastDate !== null && voucherDate < lastDate, dateRefusals.beforeLast, { slots: { date: lastDate ?? "" } }),
  ];
};

/** Checks the order of the dates of service and payment that are declared. */
export const predictServiceDates: Prediction = ({ body, today }) => {
  const { voucherType, voucherDate } = body;
  const { isFce } = getVoucherType(voucherType);
  const { serviceFrom, serviceTo, serviceExpiration } = toDeclaredDates(voucherType, body);
  const isLate = serviceExpiration !== null && serviceExpiration < voucherDate;
  return [
    ...when(serviceFrom !== null && serviceTo !== null && serviceFrom > serviceTo, dateRefusals.serviceOrder),
    ...when(!isFce && isLate, dateRefusals.due),
    ...when(isFce && (isLate || (serviceExpiration !== null && serviceExpiration < today)), dateRefusals.fceDue),
  ];
};
