import type { LocalizedText } from "../../shared/domain/localized-text.js";

const maxBytes = 16_384;

export const storableOnly: LocalizedText = {
  en: "must be an object of at most 16 KB whose texts are well-formed and free of NUL",
  es: "Ocupa demasiado o tiene caracteres dañados: acortalo a 16 KB como mucho.",
};

/** Whether the database can store a value unchanged: its texts hold neither NUL nor half a surrogate pair. */
export function isStorable(value: unknown): boolean {
  return (
    JSON.stringify(value).length <= maxBytes &&
    textsOf(value).every((text) => text.isWellFormed() && !text.includes("\0"))
  );
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsOf(inner)]);
}
