import { expect, test } from "vitest";
import { openApiDocument } from "../../../../api/docs/docs.js";
import { describeTools } from "../../../../api/mcp/describe-tools.js";
import type { ToolSchema } from "../../../../api/mcp/tool-schema.js";
import { operators } from "../../../../api/parsing/read-listing.js";
import { voucherFields } from "../../../../shared/db/listing/listed-fields.js";

const tools = describeTools(openApiDocument("")).map(({ tool }) => tool);
const schemaOf = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema as ToolSchema;
const sizeOf = (value: unknown) => JSON.stringify(value).length;

/** Every schema within, with its path. */
const within = (schema: ToolSchema, path: string): [string, ToolSchema][] => [
  [path, schema],
  ...[
    ...Object.entries(schema.properties ?? {}),
    ...Object.entries(schema.items ? { "[]": schema.items } : {}),
  ].flatMap(([name, inner]) => within(inner, `${path}.${name}`)),
];
const schemas = tools.flatMap(({ name, inputSchema }) => within(inputSchema as ToolSchema, name));

test("list_invoices takes every filter with every operator, and no other", () => {
  const { properties = {}, patternProperties = {} } = schemaOf("list_invoices");
  const [pattern = "", ...others] = Object.keys(patternProperties);
  expect(others).toEqual([]);
  const takes = (name: string) => name in properties || new RegExp(pattern).test(name);
  const filters = Object.entries(voucherFields).flatMap(([name, { ordersOnly }]) => (ordersOnly ? [] : [name]));
  expect(filters.length).toBeGreaterThan(10);
  for (const name of filters)
    for (const argument of [name, ...operators.map((operator) => `${name}__${operator}`)])
      expect([argument, takes(argument)]).toEqual([argument, true]);
  for (const name of ["colour", "colour__gt", "total__like", "total__gtx", "xtotal__gt"])
    expect([name, takes(name)]).toEqual([name, false]);
  for (const name of ["ordering", "limit", "offset"]) expect(properties[name]?.description).toBeTruthy();
});

test("a model need not read more than the tools are worth", () => {
  expect(sizeOf(tools)).toBeLessThan(41_500);
  expect(sizeOf(tools.find(({ name }) => name === "list_invoices"))).toBeLessThan(3_500);
});

test("every argument says what it means and has one type, so that every client can pass it on", () => {
  const fields = schemas.filter(([path]) => path.includes(".") && !path.endsWith("[]"));
  expect(fields.length).toBeGreaterThan(100);
  for (const [path, { description }] of fields)
    expect([path, description]).toEqual([path, expect.stringMatching(/\.$/)]);
  for (const [path, { type, anyOf }] of schemas)
    expect([path, typeof type === "string" || Array.isArray(anyOf)]).toEqual([path, true]);
});

test("what an argument means is said in one tool, and another that has the same names it", () => {
  const meaning = new Map(schemas.map(([path, { description }]) => [path, description]));
  const references = schemas.flatMap(([path, { description = "" }]) => {
    const [, tool] = /^As in (\w+)\.$/.exec(description) ?? [];
    return tool ? [[path, `${tool}${path.slice(path.indexOf("."))}`] as const] : [];
  });
  expect(references.length).toBeGreaterThan(20);
  for (const [path, place] of references)
    expect([path, meaning.get(place)]).toEqual([path, expect.stringMatching(/^(?!As in ).{40}/)]);
  for (const name of ["optionals", "activities", "buyers", "customer.taxType", "items[].taxType"])
    expect(meaning.get(`preview_invoice.${name.replace("[]", ".[]")}`)).toMatch(/^(?!As in )/);
});

test("no text of a tool sends a model to what it cannot reach", () => {
  const names = tools.map(({ name }) => name);
  const text = JSON.stringify(tools);
  expect(text.match(/\/(taxauth|invoices|points-of-sale|fiscal-data)\b/g)).toBeNull();
  for (const [name] of text.matchAll(/\b(?:get|list|issue|preview|credit|send|lookup|authority)_[a-z_]+/g))
    expect(names).toContain(name);
});

test("the example of an issuance mails to nobody", () => {
  const description = tools.find(({ name }) => name === "preview_invoice")?.description ?? "";
  const example = JSON.parse(description.slice(description.indexOf("{")));
  expect(Object.keys(example)).toEqual(expect.arrayContaining(schemaOf("preview_invoice").required ?? ["?"]));
  expect(example).not.toHaveProperty("emails");
});
