import { toDeclaredDates } from "../declared-dates.js";
import type { IssuanceRequest } from "../issuance-request.js";
import { getVoucherType, isNote } from "../voucher-types.js";
import { type Prediction, when } from "./problem.js";

const dayMs = 86_400_000;

const toDays = (date: string) =>
  Date.UTC(Number(date.slice(0, 4)), Number(date.slice(4, 6)) - 1, Number(date.slice(6))) / dayMs;

/** The days before and after today that the voucher may have, and for what. Source: issuer/authority/README.md, sections 4.5 and 12.2. */
function windowOf({ voucherType, concept }: IssuanceRequest) {
  const type = getVoucherType(voucherType);
  if (type.isFce)
    return isNote(type)
      ? { before: 5, after: 0, days: "5 days before today, and not after it, for notes of credit invoices" }
      : { before: 5, after: 1, days: "5 days before today, or the day after it, for credit invoices" };
  return concept === 1
    ? { before: 5, after: 5, days: "5 days before or after today for products" }
    : { before: 10, after: 10, days: "10 days before or after today for services" };
}

/** Checks the voucher's date: its window, and the order in the sequence. */
export const predictVoucherDate: Prediction = ({ body, today, lastDate }) => {
  const { concept, voucherDate, voucherType } = body;
  const { isFce } = getVoucherType(voucherType);
  const { before, after, days } = windowOf(body);
  const offset = toDays(voucherDate) - toDays(today);
  if (offset < -before || offset > after) return when(true, "voucherDate", 10016, `must be at most ${days}`);
  return [
    ...when(
      (concept === 1 || isFce) && offset > 0 && voucherDate.slice(0, 6) !== today.slice(0, 6),
      "voucherDate",
      10152,
      `a later date must be of this month for ${isFce ? "credit invoices" : "products"}`,
    ),
    ...when(
      lastDate !== null && voucherDate < lastDate,
      "voucherDate",
      10016,
      `must not be before ${lastDate}, the date of the last voucher of this point of sale and type`,
    ),
  ];
};

/** Checks the order of the dates of service and payment that are declared. */
export const predictServiceDates: Prediction = ({ body, today }) => {
  const { voucherType, voucherDate } = body;
  const { isFce } = getVoucherType(voucherType);
  const { serviceFrom, serviceTo, serviceExpiration } = toDeclaredDates(voucherType, body);
  const isLate = serviceExpiration !== null && serviceExpiration < voucherDate;
  return [
    ...when(
      serviceFrom !== null && serviceTo !== null && serviceFrom > serviceTo,
      "serviceFrom",
      10032,
      "must not be after serviceTo",
    ),
    ...when(!isFce && isLate, "serviceExpiration", 10036, "must not be before voucherDate"),
    ...when(
      isFce && (isLate || (serviceExpiration !== null && serviceExpiration < today)),
      "serviceExpiration",
      10164,
      "must be neither before voucherDate nor before today: a credit invoice can still be paid",
    ),
  ];
};
