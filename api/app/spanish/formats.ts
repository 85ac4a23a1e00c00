import { argentineClock, argentineDay } from "../../../shared/domain/calendar.js";
import { printAmount, printDate, printDecimal, printTaxId } from "../../../shared/domain/formats.js";
import { Decimal } from "../../../shared/domain/money.js";
import { currencySign } from "../../../shared/domain/voucher-words.js";

/** A number as the API gives it: a decimal string with a point, or a JSON number. */
export type Numeric = string | number;

const plain = (value: Numeric): string => new Decimal(value).toFixed();

/** "$ 1.234,50" of "1234.5" and "PES". Further decimals are shown, never cut. */
export function money(amount: Numeric, currency = "PES"): string {
  const text = printAmount(plain(amount));
  const sign = text.startsWith("-") ? "-" : "";
  return `${sign}${currencySign(currency)} ${text.slice(sign.length)}`;
}

/** "1.234,5" of "1234.5", with at least so many decimals. */
export const decimal = (value: Numeric, decimals = 0): string => printDecimal(plain(value), decimals);

/** "1.234 comprobantes", "1 comprobante". */
export const counted = (count: number, one: string, many: string): string =>
  `${decimal(count)} ${count === 1 ? one : many}`;

/** "23/11/2026" of "20261123" and of "2026-11-23". */
export const fiscalDate = (date: string): string => printDate(date);

/** "23/11/2026 20:15" of an ISO 8601 instant, in Argentine time. */
export function instant(iso: string): string {
  const ms = Date.parse(iso);
  return `${printDate(argentineDay(ms))} ${argentineClock(ms)}`;
}

/** "20-11111111-2" of "20111111112". Any other text is left as it is. */
export const cuit = (taxId: string): string => printTaxId(taxId);

const list = new Intl.ListFormat("es-AR", { type: "conjunction" });

/** "el domicilio, la provincia y el CBU" */
export const listed = (names: string[]): string => list.format(names);

const months = [
  ...["enero", "febrero", "marzo", "abril", "mayo", "junio"],
  ...["julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"],
];

/** "noviembre de 2026" of "202611". */
export const monthName = (period: string): string =>
  `${months[Number(period.slice(4, 6)) - 1] ?? ""} de ${period.slice(0, 4)}`;

/** A sentence as it goes on after a colon. Abbreviations keep their capitals. */
export const withSmallInitial = (sentence: string): string =>
  /^\p{Lu}(\p{Lu}|$)/u.test(sentence) ? sentence : sentence.charAt(0).toLowerCase() + sentence.slice(1);
