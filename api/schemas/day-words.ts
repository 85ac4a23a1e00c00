import type { Words } from "../../shared/domain/words.js";

/** What is said of a day that is none. */
export const noDate: Words = { en: "must be a date that exists, as YYYYMMDD", es: "Elegí una fecha que exista." };

/** @param meant the same day in the form that is read */
export const writtenOtherwise = (meant: string): Words => ({
  en: `must be a date that exists, as YYYYMMDD: write ${meant}`,
  es: `Escribí la fecha como ${meant}, sin separadores.`,
});
