import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { openApiDocument, operations } from "../../../../api/docs/docs.js";
import { nameParts } from "../../../../api/docs/name-parts.js";
import { field, like, wordsOf } from "../../../../api/schemas/field.js";
import { fieldsOf } from "../../../../api/schemas/field-labels.js";

test("what wraps a rule keeps its words, and another rule can take them over", () => {
  const name = field(z.string(), { says: "A name.", example: "Ana", label: "Nombre" });
  const wrapped = [
    name.nullable(),
    name.nullish().transform((given) => given ?? null),
    name.exactOptional(),
    name.min(1),
  ];
  for (const one of wrapped) expect(wordsOf(one)).toMatchObject({ says: "A name.", example: "Ana", label: "Nombre" });
  expect(wordsOf(like(name.nullable(), z.int(), { says: "Another." }))).toMatchObject({
    says: "Another.",
    label: "Nombre",
  });
  expect(wordsOf(z.string())).toEqual({});
});

/** Every schema of the API's JSON: bodies and answers. */
const schemas = operations.flatMap(({ request, responses }) =>
  [request?.body, ...Object.values(responses)].flatMap((one) => {
    const content = one && "content" in one ? one.content?.["application/json"] : undefined;
    return content && "schema" in content && content.schema instanceof z.ZodType ? [content.schema] : [];
  }),
);

/** Goes down with what is translated, and never up. */
const mostWithoutSpanish = 334;

test("the descriptions that are missing in Spanish become fewer", () => {
  const said = new Set(schemas.flatMap((schema) => [...fieldsOf(schema)].map(([, { says }]) => says)));
  const missing = [...said].filter((says) => typeof says === "string");
  expect(said.size).toBeGreaterThan(150);
  expect(missing.length).toBe(mostWithoutSpanish);
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
