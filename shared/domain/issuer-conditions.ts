import type { LocalizedText } from "./localized-text.js";

/** The VAT conditions that a company which issues can have. Source: issuer/authority/README.md, section 16. */
export const issuerConditions = [1, 4, 6, 13, 15, 16] as const;

const registered = 1;
const monotributo = 6;

/** Whether it issues letters A and B, and itemizes VAT. All others issue letter C. */
export const isRegistered = (taxType: number): boolean => taxType === registered;

/** Whether it is in the general monotributo, which has categories and caps. */
export const isMonotributo = (taxType: number): boolean => taxType === monotributo;

/** Conditions without a Libro IVA Digital: every kind of monotributo, and whom VAT does not reach. */
const withoutVatBook: readonly number[] = [6, 13, 15, 16];

export const filesVatBook = (taxType: number): boolean => !withoutVatBook.includes(taxType);

/** For the command line and the descriptions of the API. */
export const issuerConditionWords: LocalizedText = {
  en: "1 registered taxpayer, 4 exempt, 6 monotributista, 13 monotributo social, 15 not reached by VAT, 16 trabajador independiente promovido",
  es: "1 responsable inscripto, 4 exento, 6 monotributista, 13 monotributo social, 15 IVA no alcanzado, 16 trabajador independiente promovido",
};
