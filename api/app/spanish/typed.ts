/** Longer texts are no numbers that anybody types. */
const longest = 40;

/** With a decimal comma; points may separate thousands. */
const withComma = /^(-?)(\d+|\d{1,3}(?:\.\d{3})+)?,(\d*)$/;
/** Points that can only separate thousands, or are meant so: nobody here writes 1.500 for one and a half. */
const thousands = /^(-?)([1-9]\d{0,2}(?:\.\d{3})+)$/;
/** With a decimal point, as the API has it. */
const withPoint = /^(-?)(\d*)(?:\.(\d*))?$/;

/**
 * "1234.56" of what a person types as a number: "1.234,56", "1234,56", "1234.56", "$ 1.234,56", "21 %". Undefined for what is no
 * number, and for commas and points in an order that can mean two numbers.
 */
export function parseDecimal(typed: string): string | undefined {
  if (typed.length > longest) return undefined;
  const text = typed
    .replace(/[\s\u00a0]+/g, "")
    .replace(/\u2212/g, "-")
    .replace(/^(-?)(?:US)?\$/, "$1")
    .replace(/%$/, "");
  const [, sign, integer = "", fraction = ""] =
    withComma.exec(text) ?? thousands.exec(text) ?? withPoint.exec(text) ?? [];
  if (sign === undefined || integer + fraction === "") return undefined;
  const digits = integer.replaceAll(".", "").replace(/^0+(?=\d)/, "") || "0";
  return `${sign}${digits}${fraction === "" ? "" : `.${fraction}`}`;
}

/** "2026-11-23" of "20261123": the value of a date field. */
export const toDateInput = (date: string): string => date.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
