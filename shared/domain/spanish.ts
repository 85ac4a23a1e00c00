import { argentineClock, argentineDay } from "./calendar.js";
import { printAmount, printDate, printDecimal, printFullNumber, printTaxId } from "./formats.js";
import { Decimal } from "./money.js";
import { currencySign, type NamedVoucher, referredVoucherTitle } from "./voucher-words.js";

/** Values as people in Argentina write and read them, for Spanish sentences. */

/** A number as the API gives it: a decimal string with a point, or a JSON number. */
type Numeric = Decimal.Value;

const plain = (value: Numeric): string => new Decimal(value).toFixed();

/** "$ 1.234,50" of "1234.5" and "PES". Further decimals are shown, never cut. */
export function money(amount: Numeric, currency = "PES"): string {
  const text = printAmount(plain(amount));
  const sign = text.startsWith("-") ? "-" : "";
  return `${sign}${currencySign(currency)} ${text.slice(sign.length)}`;
}

/** "1.234,5" of "1234.5". Shows `decimals` decimals at least. */
export const decimal = (value: Numeric, decimals = 0): string => printDecimal(plain(value), decimals);

/** "23/11/2026" of "20261123" and of "2026-11-23". */
export const fiscalDate = (date: string): string => printDate(date);

/** "23/11/2026 20:15" of an ISO 8601 instant, in Argentine time. */
export function instant(iso: string): string {
  const ms = Date.parse(iso);
  return `${printDate(argentineDay(ms))} ${argentineClock(ms)}`;
}

/** "20-11111111-2" of "20111111112". Any other text is left as it is. */
export const cuit = (taxId: string): string => printTaxId(taxId);

/** "Factura de Crédito Electrónica MiPyMEs (FCE) A" of 201. */
export const typeName = (voucherType: number): string => referredVoucherTitle(voucherType);

/** "Factura B 00001-00000012", with the title that we print for the type. */
export const nameOfVoucher = (of: NamedVoucher): string =>
  `${typeName(of.voucherType)} ${printFullNumber(of.posNumber, of.voucherNumber)}`;

/** "1-6-12 (Factura B 00001-00000012)": first as a program knows it, then as people do. */
export const voucherWithName = (of: NamedVoucher): string =>
  `${of.posNumber}-${of.voucherType}-${of.voucherNumber} (${nameOfVoucher(of)})`;

/** "1-6 (Factura B, punto de venta 1)", likewise. */
export const lineWithName = ({ posNumber, voucherType }: Omit<NamedVoucher, "voucherNumber">): string =>
  `${posNumber}-${voucherType} (${typeName(voucherType)}, punto de venta ${posNumber})`;

/** The sentence with a small first letter, to follow a colon. An abbreviation at its start keeps its capitals. */
export const withSmallInitial = (sentence: string): string =>
  /^\p{Lu}(\p{Lu}|$)/u.test(sentence) ? sentence : sentence.charAt(0).toLowerCase() + sentence.slice(1);
