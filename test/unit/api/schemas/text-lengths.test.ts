import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { openApiDocument, operations } from "../../../../api/docs/docs.js";

interface Schema {
  $ref?: string;
  maxLength?: number;
  pattern?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}

const document = JSON.parse(JSON.stringify(openApiDocument("/api"))) as {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
  components: { schemas: Record<string, Schema> };
};

interface LimitedText {
  path: (string | number)[];
  most: number;
  pattern: RegExp;
}

/** Every text of a body whose length the document limits. */
function limitedTexts({ $ref, ...schema }: Schema, path: (string | number)[] = []): LimitedText[] {
  if ($ref) return limitedTexts(document.components.schemas[$ref.split("/").at(-1) ?? ""] ?? {}, path);
  const own = schema.maxLength === undefined ? [] : [{ path, most: schema.maxLength, pattern: schema.pattern ?? "" }];
  return [
    ...own.map((text) => ({ ...text, pattern: new RegExp(text.pattern, "u") })),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => limitedTexts(inner, [...path, name])),
    ...(schema.items ? limitedTexts(schema.items, [...path, 0]) : []),
  ];
}

/** A body with this text alone. */
const bodyWith = (path: (string | number)[], text: string): unknown =>
  path.reduceRight<unknown>((inner, name) => (typeof name === "number" ? [inner] : { [name]: inner }), text);

test("[D3] a text may have as many characters as the document says, and an emoji is one character", () => {
  const seen: string[] = [];
  for (const { method, path, request } of operations) {
    const json = request?.body?.content?.["application/json"];
    const schema = document.paths[path]?.[method]?.requestBody?.content["application/json"]?.schema;
    if (!schema || !json || !("schema" in json) || !(json.schema instanceof z.ZodType)) continue;
    for (const { path: at, most, pattern } of limitedTexts(schema)) {
      const letter = pattern.test("😀") ? "😀" : "a";
      const isTooLong = (length: number) =>
        (json.schema as z.ZodType)
          .safeParse(bodyWith(at, letter.repeat(length)))
          .error?.issues.some((issue) => issue.code === "too_big" && issue.path.join() === at.join()) ?? false;
      expect([path, at, isTooLong(most), isTooLong(most + 1)]).toEqual([path, at, false, true]);
      if (letter === "😀") seen.push(at.join("."));
    }
  }
  expect(seen).toEqual(
    expect.arrayContaining(["legend", "customer.name", "items.0.description", "name", "certificate"]),
  );
});
