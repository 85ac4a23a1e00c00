import fc from "fast-check";
import { expect, test } from "vitest";
import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { invoiceA, invoiceB } from "../../support/invoice.js";
import { openIssuingApp } from "../../support/issuing-app.js";
import { propertyRuns } from "../../support/property-runs.js";

const bases = [
  invoiceB(),
  invoiceA({ emails: [{ email: "a@example.com", name: "Ana", pdfVersions: [1, 2] }], legend: "Gracias" }),
  invoiceB({
    voucherType: 8,
    associatedVouchers: [{ voucherType: 6, posNumber: 1, voucherNumber: 1 }],
    tributes: [{ type: 99, baseAmount: 1, aliquot: 1, subtotal: 1 }],
  }),
  invoiceB({
    voucherType: 11,
    concept: 3,
    serviceFrom: "20261101",
    serviceTo: "20261130",
    serviceExpiration: "20261210",
    currency: { id: "DOL", quotation: 1000.5 },
  }),
];

const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    true,
    "",
    " ",
    "\0",
    "\ud800",
    "__proto__",
    "../../etc/passwd",
    "'; DROP TABLE voucher; --",
    "<script>alert(1)</script>",
    "20260230",
    "٣",
    "1e5",
    [],
    {},
    [[]],
    [null],
  ),
  fc.constantFrom<unknown>(
    -1,
    0,
    -0,
    1e-7,
    1e13,
    1e21,
    1.7976931348623157e308,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    0.1 + 0.2,
    2 ** 53,
    99999999999999.98,
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ maxLength: 3_000 }),
  fc.double(),
  fc.integer(),
  fc.jsonValue({ maxDepth: 3 }),
);

type Path = (string | number)[];

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...at, key]))];
}

function replace(value: unknown, path: Path, by: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return by;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value) && !Object.hasOwn(value, key)) return [...value, by];
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[key] = replace(copy[key], rest, by);
  return copy;
}

const mutation = fc.record({ at: fc.nat(), by: nasty, kind: fc.constantFrom("replace", "remove", "add") });
const mutated = fc
  .record({ base: fc.constantFrom(...bases), mutations: fc.array(mutation, { minLength: 1, maxLength: 4 }) })
  .map(({ base, mutations }) =>
    mutations.reduce<unknown>((body, { at, by, kind }) => {
      const paths = pathsOf(body);
      const path = paths[at % paths.length] ?? [];
      if (kind === "add")
        return replace(body, [...path, typeof by === "string" && by !== "__proto__" ? by : "extra"], by);
      return replace(body, path, kind === "remove" ? undefined : by);
    }, base),
  );
const hostile = fc.oneof({ weight: 9, arbitrary: mutated }, { weight: 1, arbitrary: fc.jsonValue() });

test("100,000 random and mutated bodies: each is understood or refused with a path that it has, none throws", () => {
  const runs = propertyRuns(100_000);
  let accepted = 0;
  fc.assert(
    fc.property(hostile, (body) => {
      const checked = checkIssuance(body);
      if (checked.ok) {
        accepted++;
        expect(Number(checked.amounts.total)).toBeLessThan(1e13);
        expect(checked.amounts.total).toMatch(/^\d+\.\d\d$/);
        return;
      }
      expect(checked.faults.length).toBeGreaterThan(0);
      expect(new Set(checked.faults.map((fault) => fault.field)).size).toBe(checked.faults.length);
      for (const { message } of checked.faults) expect(message).toMatch(/\S/);
    }),
    runs,
  );
  console.log(`${accepted} of ${runs.numRuns} were still good bodies`);
}, 180_000);

test("[E6 S9] over HTTP: 201 for a good body, 400 or 409 for any other; never 403 or 500, and no voucher of a refused body", async () => {
  await using system = await openIssuingApp();
  let index = 0;
  await fc.assert(
    fc.asyncProperty(hostile, async (body) => {
      const unique =
        typeof body === "object" && body !== null && "idempotency" in body && typeof body.idempotency === "string";
      const sent = unique
        ? { ...body, idempotency: `${(body as { idempotency: string }).idempotency}${index++}`.slice(-128) }
        : body;
      const text = JSON.stringify(sent) ?? "";
      const good = text !== "" && checkIssuance(JSON.parse(text)).ok;
      const answer = await system.post(text);
      const allowed = good ? [200, 201, 400, 409] : [400];
      if (!allowed.includes(answer.status)) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    }),
    propertyRuns(2_000),
  );
  const { body } = await system.get("/invoices?limit=1");
  expect(body.total).toBe(await system.db.issuance.count({ where: { state: "approved" } }));
}, 3_600_000);
