import { type Language, type LocalizedText, localizeFor } from "../../shared/domain/localized-text.js";

/** A document in one language: what stands in it as words is said. Names, schemas and examples of data are the same in both. */
export function sayDocument<Doc>(document: Doc, language: Language): Doc {
  const translate = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(translate);
    if (typeof node !== "object" || node === null) return node;
    if (isWords(node)) return localizeFor(language, node);
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, translate(value)]));
  };
  return translate(document) as Doc;
}

const isWords = (node: object): node is LocalizedText =>
  "en" in node && "es" in node && typeof node.en === "string" && typeof node.es === "string";
