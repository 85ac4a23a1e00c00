import type { LocalizedText } from "../../shared/domain/localized-text.js";

/** Fault of a day that is none. */
export const noDate: LocalizedText = {
  en: "must be a date that exists, as YYYYMMDD",
  es: "Elegí una fecha que exista.",
};

/** @param meant the same day in the form that is read */
export const writtenOtherwise = (meant: string): LocalizedText => ({
  en: `must be a date that exists, as YYYYMMDD: write ${meant}`,
  es: `Escribí la fecha como ${meant}, sin separadores.`,
});
