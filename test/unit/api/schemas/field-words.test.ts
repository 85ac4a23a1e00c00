import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { openApiDocument } from "../../../../api/docs/docs.js";
import { nameParts } from "../../../../api/docs/name-parts.js";
import { field, like, wordsOf } from "../../../../api/schemas/field.js";

test("what wraps a rule keeps its words, and another rule can take them over", () => {
  const says = { en: "A name.", es: "Un nombre." };
  const name = field(z.string(), { says, example: "Ana", label: "Nombre" });
  const wrapped = [
    name.nullable(),
    name.nullish().transform((given) => given ?? null),
    name.exactOptional(),
    name.min(1),
  ];
  for (const one of wrapped) expect(wordsOf(one)).toMatchObject({ says, example: "Ana", label: "Nombre" });
  const another = { en: "Another.", es: "Otro." };
  expect(wordsOf(like(name.nullable(), z.int(), { says: another }))).toMatchObject({
    says: another,
    label: "Nombre",
  });
  expect(wordsOf(z.string())).toEqual({});
});

test("a part of the document has a name and stands there once", () => {
  const document = JSON.stringify(openApiDocument("/api"));
  const { components } = JSON.parse(document) as { components: { schemas: Record<string, { description?: string }> } };
  for (const name of ["Item", "Customer", "Tribute", "AssociatedVoucher", "Optional", "Buyer", "Legend"]) {
    expect(Object.keys(components.schemas)).toContain(name);
    expect(document.split(`"#/components/schemas/${name}"`).length).toBeGreaterThan(1);
  }
  expect(document).not.toContain("x-part");
});

test("two parts cannot have one name", () => {
  const twice = (properties: object) => ({ "x-part": "Twice", type: "object", properties });
  expect(() => nameParts({ paths: [twice({ a: {} }), twice({ a: {} })] })).not.toThrow();
  expect(() => nameParts({ paths: [twice({ a: {} }), twice({ b: {} })] })).toThrow(
    "two different parts are called Twice",
  );
});
