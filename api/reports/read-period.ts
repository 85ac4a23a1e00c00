import { isFiscalDate } from "../../shared/domain/calendar.js";
import { fieldFault } from "../schemas/check-body.js";

/** The month that a report is of, `YYYYMM`. Of a repeated one the last counts. @throws ApiError 400 of the field `period` */
export function readPeriod(query: URLSearchParams): string {
  const period = query.getAll("period").at(-1);
  if (period === undefined) throw fieldFault("period", "is required: a month as YYYYMM, such as 202611");
  if (!isPeriod(period)) throw fieldFault("period", "must be a month as YYYYMM, such as 202611");
  return period;
}

export const isPeriod = (text: string): boolean => /^\d{6}$/.test(text) && isFiscalDate(`${text}01`);
