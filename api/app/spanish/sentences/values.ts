import { decimal, fiscalDate, instant } from "../formats.js";
import { voucherName, voucherTypeName } from "../names.js";

/** Values as they stand in the API's sentences, as people read them. What has another form is left as it is. */

export const numberOf = (text: string): string => (/^-?\d{1,40}(\.\d{1,40})?$/.test(text) ? decimal(text) : text);

/** `20261123` and `2026-11-23`. */
export const dateOf = (text: string): string => fiscalDate(text);

export const instantOf = (text: string): string => (Number.isNaN(Date.parse(text)) ? text : instant(text));

/** `201`: "Factura de Crédito Electrónica MiPyMEs (FCE) A". */
export const typeOf = (text: string): string => (/^\d{1,3}$/.test(text) ? voucherTypeName(Number(text)) : text);

/** `1-6-12`, which is point of sale, type and number: "Factura B 00001-00000012". */
export function voucherOf(text: string): string {
  const [, posNumber, voucherType, number] = /^(\d{1,5})-(\d{1,3})-(\d{1,9})$/.exec(text) ?? [];
  return number === undefined ? text : voucherName(Number(voucherType), Number(posNumber), Number(number));
}
