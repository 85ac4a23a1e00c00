import { type Prediction, when } from "./problem.js";

const dayMs = 86_400_000;

const toDays = (date: string) =>
  Date.UTC(Number(date.slice(0, 4)), Number(date.slice(4, 6)) - 1, Number(date.slice(6))) / dayMs;

/** Checks the voucher's date: its window, and the order in the sequence. Source: issuer/authority/README.md, section 4.5. */
export const predictVoucherDate: Prediction = ({ body, today, lastDate }) => {
  const { concept, voucherDate } = body;
  const days = concept === 1 ? 5 : 10;
  const offset = toDays(voucherDate) - toDays(today);
  if (Math.abs(offset) > days) {
    const what = concept === 1 ? "products" : "services";
    return when(true, "voucherDate", 10016, `must be at most ${days} days before or after today for ${what}`);
  }
  return [
    ...when(
      concept === 1 && offset > 0 && voucherDate.slice(0, 6) !== today.slice(0, 6),
      "voucherDate",
      10152,
      "a later date must be of this month for products",
    ),
    ...when(
      lastDate !== null && voucherDate < lastDate,
      "voucherDate",
      10016,
      `must not be before ${lastDate}, the date of the last voucher of this point of sale and type`,
    ),
  ];
};

/** Checks the order of the service dates. For products they are declared only if all three are given. */
export const predictServiceDates: Prediction = ({ body }) => {
  const { concept, voucherDate, serviceFrom, serviceTo, serviceExpiration } = body;
  const isDeclared = concept !== 1 || [serviceFrom, serviceTo, serviceExpiration].every((date) => date !== null);
  if (!isDeclared) return [];
  return [
    ...when(
      serviceFrom !== null && serviceTo !== null && serviceFrom > serviceTo,
      "serviceFrom",
      10032,
      "must not be after serviceTo",
    ),
    ...when(
      serviceExpiration !== null && serviceExpiration < voucherDate,
      "serviceExpiration",
      10036,
      "must not be before voucherDate",
    ),
  ];
};
