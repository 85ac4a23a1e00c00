import { isFiscalDate } from "../../shared/domain/calendar.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { fieldFault } from "../schemas/check-body.js";

/** The month that a report is of, `YYYYMM`. Of a repeated one the last counts. @throws ApiError 400 of the field `period` */
export function readPeriod(query: URLSearchParams): string {
  const period = query.getAll("period").at(-1);
  if (period === undefined) throw fieldFault("period", missing);
  if (!isPeriod(period)) throw fieldFault("period", impossible);
  return period;
}

export const isPeriod = (text: string): boolean => /^\d{6}$/.test(text) && isFiscalDate(`${text}01`);

const missing: LocalizedText = {
  en: "is required: a month as YYYYMM, such as 202611",
  es: "Falta el mes, como AAAAMM: por ejemplo 202611.",
  app: "Elegí el mes.",
};
const impossible: LocalizedText = {
  en: "must be a month as YYYYMM, such as 202611",
  es: "Tiene que ser un mes que exista, como AAAAMM: por ejemplo 202611.",
  app: "Elegí un mes que exista.",
};
