import type { Context } from "hono";
import type { Language } from "../../shared/domain/localized-text.js";
import { languageHeaders, languageOf } from "../http/answer-language.js";

/** The language that an address names with `lang`, else the one that the reader prefers. */
export function shownLanguage(c: Context): Language {
  const named = c.req.query("lang");
  return named === "en" || named === "es" ? named : languageOf(c.req.header("accept-language"));
}

export const otherLanguage = (language: Language): Language => (language === "en" ? "es" : "en");

/** An address whose text is in this language, whatever its reader prefers. English needs no mark for a program, which prefers none. */
export const inLanguage = (path: string, language: Language): string =>
  language === "en" ? path : `${path}?lang=${language}`;

/** Headers of an answer in one of two languages: its own language, and where the other one is. */
export const shownHeaders = (path: string, language: Language): Record<string, string> => ({
  ...languageHeaders(language),
  Link: `<${path}?lang=${otherLanguage(language)}>; rel="alternate"; hreflang="${otherLanguage(language)}"`,
});
