import type { Context } from "hono";
import { type Language, type LocalizedText, localizeFor, type Reader } from "../../shared/domain/localized-text.js";
import { inProcessCallOf } from "./in-process-call.js";

/** A longer header is a stranger's whim, and nobody reads it. */
const maxLength = 500;

/** Spanish when the header `Accept-Language` prefers it to English. Other languages count as nothing. Source: RFC 9110, section 12.5.4. */
export function languageOf(header = ""): Language {
  if (header.length > maxLength) return "en";
  const qualities = { en: 0, es: 0 };
  for (const range of header.toLowerCase().split(",")) {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
    const language = tag.split("-", 1)[0];
    if (language !== "en" && language !== "es") continue;
    qualities[language] = Math.max(qualities[language], qualityOf(parameters));
  }
  return qualities.es > qualities.en ? "es" : "en";
}

function qualityOf(parameters: string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  if (given === undefined) return 1;
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(given) ? Number(given) : 0;
}

const readerOf = (c: Context): Reader => inProcessCallOf(c).reader ?? languageOf(c.req.header("accept-language"));

/** Headers that tell the language of an answer with words. */
export const languageHeaders = (reader: Reader): Record<string, string> => ({
  Vary: "Accept-Language",
  ...(reader !== "en" && { "Content-Language": "es-AR" }),
});

/** The language of an answer that is no words of ours, such as a file for a spreadsheet. Its headers tell it. */
export function languageFor(c: Context): Language {
  const reader = readerOf(c);
  for (const [name, value] of Object.entries(languageHeaders(reader))) c.header(name, value);
  return reader === "en" ? "en" : "es";
}

export type Translate = (said: LocalizedText) => string;

/**
 * Says words to whom this request answers. Once it has said something, the answer's headers tell the language.
 * Source: api/README.md, "In the reader's language".
 */
export function localize(c: Context): Translate {
  const reader = readerOf(c);
  let isSilent = true;
  return (words) => {
    if (isSilent) for (const [name, value] of Object.entries(languageHeaders(reader))) c.header(name, value);
    isSilent = false;
    return localizeFor(reader, words);
  };
}
