/** Prints "1234567.5" with 2 decimals as "1.234.567,50". Pads the decimals, but never cuts them. */
export function printDecimal(value: string, decimals = 0): string {
  const [, sign = "", integer = "0", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, ".");
  const filled = fraction.padEnd(decimals, "0");
  return sign + grouped + (filled ? `,${filled}` : "");
}

/** Prints a declared amount: "1234.50" as "1.234,50". */
export const printAmount = (amount: string): string => printDecimal(amount, 2);

/** Prints "10.5" as "10,5 %". */
export const printRate = (percentage: string): string => `${printDecimal(percentage)} %`;

/** Prints "20261121" and "2026-11-21" as "21/11/2026". */
export const printDate = (date: string): string => date.replace(/^(\d{4})-?(\d{2})-?(\d{2})$/, "$3/$2/$1");

/** Prints "30712345671" as "30-71234567-1". */
export const printTaxId = (taxId: string): string => taxId.replace(/^(\d{2})(\d{8})(\d)$/, "$1-$2-$3");

export const printPosNumber = (posNumber: number): string => String(posNumber).padStart(5, "0");

export const printVoucherNumber = (voucherNumber: number): string => String(voucherNumber).padStart(8, "0");

/** Prints point of sale and number in the usual form: "00002-00000701". */
export const printFullNumber = (posNumber: number, voucherNumber: number): string =>
  `${printPosNumber(posNumber)}-${printVoucherNumber(voucherNumber)}`;
