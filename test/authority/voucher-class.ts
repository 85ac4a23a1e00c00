export type VoucherClass = "A" | "B" | "C" | "49";

const classes: Record<VoucherClass, number[]> = {
  A: [1, 2, 3, 4, 5, 34, 39, 51, 52, 53, 54, 60, 63, 201, 202, 203],
  B: [6, 7, 8, 9, 10, 35, 40, 61, 64, 206, 207, 208],
  C: [11, 12, 13, 15, 211, 212, 213],
  "49": [49],
};

const classByType = new Map(
  Object.entries(classes).flatMap(([letter, types]) => types.map((type) => [type, letter as VoucherClass] as const)),
);

/**
 * The class of a voucher type; undefined for unknown types. "A with legend" counts as A.
 * Source: issuer/authority/README.md, section 7.
 */
export const classOf = (type: number): VoucherClass | undefined => classByType.get(type);

const noteTypes = new Set([2, 3, 7, 8, 12, 13, 52, 53, 202, 203, 207, 208, 212, 213]);
const invoiceTypes = new Set([1, 6, 11, 49, 51, 201, 206, 211]);

const creditNoteTypes = new Set([3, 8, 13, 53, 203, 208, 213]);

export const isCreditNote = (type: number): boolean => creditNoteTypes.has(type);
export const isNote = (type: number): boolean => noteTypes.has(type);
export const isInvoice = (type: number): boolean => invoiceTypes.has(type);
/** Electronic credit invoices (FCE) and their notes. */
export const isCreditInvoice = (type: number): boolean => type >= 201 && type <= 213;
/** The credit invoice of each letter with its notes. Source: issuer/authority/README.md, section 12.2. */
const families = [
  { invoice: 201, debitNote: 202, creditNote: 203 },
  { invoice: 206, debitNote: 207, creditNote: 208 },
  { invoice: 211, debitNote: 212, creditNote: 213 },
];

/** The types of the same letter; undefined for all but credit invoices and their notes. */
export const familyOf = (type: number) => families.find((family) => Object.values(family).includes(type));
/** Notes whose VAT rows need not match their rates. Source: issuer/authority/README.md, section 4.3. */
export const hasFreeVat = (type: number): boolean => [2, 3, 7, 8, 52, 53].includes(type);
