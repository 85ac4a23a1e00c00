import { toLatin } from "./latin-text.js";

/** One field of a record. A value that does not fit has a `text` of another width; it is never cut, names alone are. */
export interface FixedField {
  /** In Spanish, for whoever reads which field was too narrow. */
  name: string;
  width: number;
  value: string;
  text: string;
}

/** Digits, with zeros on the left. */
export function numeric(name: string, width: number, digits: number | string): FixedField {
  const value = String(digits);
  return { name, width, value, text: /^\d+$/.test(value) ? value.padStart(width, "0") : "" };
}

/** "1234.50" as 13 and 2 digits without a point; a negative one has its sign in front of 12 and 2. */
export function amount(name: string, value: string): FixedField {
  const [, sign = "", whole = "", cents = ""] = /^(-?)(\d+)\.(\d\d)$/.exec(value) ?? [];
  return { name, width: 15, value, text: sign + (whole + cents).padStart(15 - sign.length, "0") };
}

/** A plain decimal as 4 and 6 digits without a point. One with more of either does not fit. */
export function rate(name: string, value: string): FixedField {
  const [, whole = "", decimals = ""] = /^(\d+)(?:\.(\d+?)0*)?$/.exec(value) ?? [];
  return { name, width: 10, value, text: whole && whole.padStart(4, "0") + decimals.padEnd(6, "0") };
}

/** Free text, with blanks on the right. What is too long is cut. */
export const words = (name: string, width: number, value: string): FixedField => ({
  name,
  width,
  value,
  text: toLatin(value).slice(0, width).padEnd(width),
});

/** A code that has exactly the field's width. */
export const code = (name: string, width: number, value: string): FixedField => ({
  name,
  width,
  value,
  text: toLatin(value),
});

/** The first field whose value does not fit. */
export const findUnfit = (fields: FixedField[]): FixedField | undefined =>
  fields.find(({ text, width }) => text.length !== width);

/** One line, with its end. Every field fits. */
export const writeRecord = (fields: FixedField[]): string => `${fields.map(({ text }) => text).join("")}\r\n`;
