import { expect, test } from "vitest";
import { type OpenApiDocument, openApiDocument } from "../../../../api/docs/docs.js";
import { sayDocument } from "../../../../api/docs/say-document.js";

type Described = Record<string, unknown>;

/** Every description and summary of a document, by its place. */
function* textsOf(node: unknown, at = ""): Generator<[place: string, text: string]> {
  if (typeof node !== "object" || node === null) return;
  for (const [key, inner] of Object.entries(node as Described))
    if ((key === "description" || key === "summary") && typeof inner === "string") yield [`${at}/${key}`, inner];
    else if (key !== "example") yield* textsOf(inner, `${at}/${key}`);
}

const inEnglish = new Map(textsOf(openApiDocument("/api")));
const inSpanish = new Map(textsOf(openApiDocument("/api", undefined, "es")));

test("whatever the document describes, it describes in both languages", () => {
  expect(inEnglish.size).toBeGreaterThan(2_000);
  expect([...inSpanish.keys()]).toEqual([...inEnglish.keys()]);
  expect([...inEnglish].filter(([place, text]) => inSpanish.get(place) === text)).toEqual([]);
});

test("what a text of the document names by a code, it names in both languages", () => {
  const codes = (text: string) => [
    ...text.matchAll(/`[^`]+`|\b[A-Z]{2,}_[A-Z_]+\b|\b(?:PES|CAEA?|CUIT|FCE|PDF|PEM|CSV|ZIP)\b/g),
  ];
  const lost = [...inEnglish].filter(([place, text]) => {
    const spanish = inSpanish.get(place) ?? "";
    return codes(text).some(([code]) => !spanish.includes(code));
  });
  expect(lost).toEqual([]);
});

test("in another language the document names the same operations, fields and schemas", () => {
  const withoutTexts = ({ info: _, ...document }: OpenApiDocument) =>
    JSON.stringify(document, (key, value: unknown) =>
      typeof value === "string" && ["description", "summary", "error", "message"].includes(key) ? undefined : value,
    );
  expect(withoutTexts(openApiDocument("/api", undefined, "es"))).toBe(withoutTexts(openApiDocument("/api")));
});

test("words are said in one language, and everything else stays", () => {
  const words = { en: "A name.", es: "Un nombre." };
  const document = { name: { type: "string", description: words, enum: ["en", null], example: { es: 1 } } };
  expect(sayDocument(document, "es")).toEqual({ name: { ...document.name, description: "Un nombre." } });
  expect(sayDocument([words], "en")).toEqual(["A name."]);
});
