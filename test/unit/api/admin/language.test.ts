import { expect, test } from "vitest";
import { languageOf, refusingIn } from "../../../../api/admin/language.js";
import { businessFault } from "../../../../api/http/errors.js";

test.each([
  ["es_AR.UTF-8", "es"],
  ["es", "es"],
  ["es-AR", "es"],
  ["en_US.UTF-8", "en"],
  ["est", "en"],
  ["C", "en"],
  ["", "en"],
])("with LANG=%s and nothing else, %s is spoken, and --lang stands above it", (system, language) => {
  expect(languageOf({}, system)).toBe(language);
  expect([languageOf({ lang: "es" }, system), languageOf({ lang: "en" }, system)]).toEqual(["es", "en"]);
});

test("a refusal is told in the language, and any other error as it is", async () => {
  const refuse = () => Promise.reject(businessFault({ en: "must be less", es: "Tiene que ser menos." }));
  await expect(refusingIn("es", refuse)).rejects.toThrow("Tiene que ser menos.");
  await expect(refusingIn("en", refuse)).rejects.toThrow("must be less");
  const other = new Error("connection lost");
  await expect(refusingIn("es", () => Promise.reject(other))).rejects.toBe(other);
});
