import { z } from "@hono/zod-openapi";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { operations } from "../../../../api/docs/docs.js";
import { writeField } from "../../../../api/http/field.js";
import { issuanceRequestShape } from "../../../../api/schemas/issuance-request.js";
import { findUnknownProperties } from "../../../../api/schemas/unknown-properties.js";
import { invoiceB } from "../../../support/samples/invoice.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

const fieldsOf = (body: unknown, schema: z.ZodType = issuanceRequestShape) =>
  [...findUnknownProperties(schema, body)].map(({ field }) => writeField(field));

/** A body that uses every field. */
const full = () =>
  invoiceB({
    serviceFrom: "20261101",
    currency: { id: "DOL", quotation: 1_000 },
    priceIncludesVat: false,
    tributes: [{ type: 99, baseAmount: 100, aliquot: 1.5, subtotal: 1.5, description: "x" }],
    associatedVouchers: [{ voucherType: 6, posNumber: 1, voucherNumber: 1, cuit: null }],
    emails: [{ email: "a@example.com", name: "Ana", comments: "x", pdfVersions: [1] }],
    settings: { quantityPrecision: 2, pricePrecision: 2 },
    additionalData: { anything: { at: ["all"] } },
    legend: null,
  });

describe("unknown properties of a body", () => {
  test("a body of known properties has none, at any depth", () => {
    expect(fieldsOf(full())).toEqual([]);
  });

  test("they are found nested and in lists, with paths as in details.errors", () => {
    const body = {
      ...full(),
      colour: "blue",
      customer: { ...full().customer, adress: "x" },
      items: [...full().items, { description: "x", quantity: 1, price: 1, taxtype: 5 }],
      settings: { precision: 2 },
    };
    expect(fieldsOf(body)).toEqual(["customer.adress", "items.1.taxtype", "settings.precision", "colour"]);
  });

  test("names that every object has are unknown all the same", () => {
    const body = JSON.parse('{"__proto__": {"a": 1}, "constructor": 1, "toString": null}');
    expect(fieldsOf(body)).toEqual(["__proto__", "constructor", "toString"]);
  });

  test("nothing below an unknown property, nor in free keys, nor in a value of another shape", () => {
    expect(fieldsOf({ colour: { of: { what: 1 } }, additionalData: { a: { b: 1 } } })).toEqual(["colour"]);
    expect(fieldsOf({ customer: [{ a: 1 }], items: { a: 1 }, currency: "DOL", emails: [null, 1, "x"] })).toEqual([]);
    for (const body of [null, [], [{ a: 1 }], "x", 1]) expect(fieldsOf(body)).toEqual([]);
  });

  test("whatever is inserted, wherever a schema names the properties, is found alone and by its path", () => {
    // Every object of the body whose properties the schema names.
    const places = [
      "",
      "customer",
      "items.0",
      "currency",
      "tributes.0",
      "associatedVouchers.0",
      "emails.0",
      "settings",
    ];
    const isKnown = (name: string) => fieldsOf({ [name]: 1 }).length === 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...places),
        fc.string({ minLength: 1 }).map((name) => `${name} `),
        fc.jsonValue(),
        (place, name, value) => {
          fc.pre(!isKnown(name));
          const body = full();
          let at: Record<string, unknown> = body;
          for (const step of place.split(".").filter(Boolean)) at = at[step] as Record<string, unknown>;
          Object.defineProperty(at, name, { value, enumerable: true });
          expect(fieldsOf(body)).toEqual([place === "" ? name : `${place}.${name}`]);
        },
      ),
      propertyRuns(500),
    );
  });

  test("any JSON has exactly the unknown properties that strict objects refuse", () => {
    const plain = z.object({
      a: z.object({ b: z.number().nullish() }).nullish(),
      list: z.array(z.object({ c: z.any() })),
    });
    const strict = z.strictObject({
      a: z.strictObject({ b: z.number().nullish() }).nullish(),
      list: z.array(z.strictObject({ c: z.any() })),
    });
    const name = fc.constantFrom("a", "b", "c", "list", "other", "__proto__");
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, fc.constantFrom(null, 1, "x"), tie("object"), fc.array(tie("value"))),
      object: fc.dictionary(name, tie("value"), { noNullPrototype: true }),
    }));
    fc.assert(
      fc.property(value, (body) => {
        const issues = strict.safeParse(body).error?.issues ?? [];
        const refused = issues.flatMap((issue) =>
          issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key].join(".")) : [],
        );
        expect(fieldsOf(body, plain).sort()).toEqual(refused.sort());
      }),
      propertyRuns(500),
    );
  });

  test("every body that the API takes names its properties", () => {
    const bodies = operations.flatMap(({ request, method, path }) => {
      const content = request?.body?.content["application/json"];
      const schema = content && "schema" in content ? content.schema : undefined;
      return schema instanceof z.ZodType ? [{ name: `${method} ${path}`, schema }] : [];
    });
    expect(bodies.length).toBeGreaterThan(6);
    for (const { name, schema } of bodies)
      expect([name, fieldsOf({ nonsense: 1 }, schema)]).toEqual([name, ["nonsense"]]);
  });
});
