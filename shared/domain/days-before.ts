import { addDays, fromFiscalDate, toFiscalDate } from "./calendar.js";

/** How many days after a sale it may be sent again with a later date: who sends a sale again after midnight dates it anew. */
export const daysLater = 10;

const firstBefore = (date: string): string => toFiscalDate(addDays(fromFiscalDate(date), -daysLater));

/** The last date of a sale whose voucher of an earlier attempt may be of this date. */
export const lastAfter = (voucherDate: string): string => toFiscalDate(addDays(fromFiscalDate(voucherDate), daysLater));

/** Whether a voucher of this date may be of an earlier attempt of a sale that is dated so now. Both dates are `YYYYMMDD`. */
export const isOfDaysBefore = (voucherDate: string, saleDate: string): boolean =>
  voucherDate <= saleDate && voucherDate >= firstBefore(saleDate);

/** The dates of all such vouchers. */
export const daysBefore = (saleDate: string): string[] =>
  Array.from({ length: daysLater + 1 }, (_, days) => toFiscalDate(addDays(fromFiscalDate(saleDate), -days)));
