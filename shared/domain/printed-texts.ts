/**
 * Texts that a voucher prints as they are and never sends to the authority. A voucher that gives none gets its point of sale's, as it is at
 * that moment. A note takes over none of its original: how that is paid says nothing about how its credit is.
 * To add one: .github/CONTRIBUTING.md.
 */
export const printedTexts = {
  /** How the sale is paid. */
  saleCondition: { label: "Condición de venta", most: 40 },
} as const;

export type PrintedText = keyof typeof printedTexts;

export type PrintedTexts = Record<PrintedText, string | null>;

export const printedTextNames = Object.keys(printedTexts) as PrintedText[];

/** Something for each of them. */
export const forPrintedTexts = <Value>(give: (name: PrintedText) => Value): Record<PrintedText, Value> =>
  Object.fromEntries(printedTextNames.map((name) => [name, give(name)])) as Record<PrintedText, Value>;

export const noPrintedTexts: PrintedTexts = forPrintedTexts(() => null);

/** Printed texts of a body, a stored voucher or a point of sale. */
export const printedTextsOf = (whole: { [Name in PrintedText]?: string | null | undefined }): PrintedTexts =>
  forPrintedTexts((name) => whole[name] ?? null);
