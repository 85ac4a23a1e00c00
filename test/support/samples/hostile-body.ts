import fc from "fast-check";
import { jointInvoice, rentOptionals, usualActivities } from "./further-data.js";
import { invoiceA, invoiceB } from "./invoice.js";

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
  jointInvoice({ optionals: rentOptionals, activities: usualActivities }),
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

function pathsOf(value: unknown, at: Path = [], all: Path[] = []): Path[] {
  all.push(at);
  if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value)) pathsOf(inner, [...at, key], all);
  return all;
}

function replace(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (typeof value !== "object" || value === null) return value;
  // An array owns its length too, which takes no value of another kind.
  if (Array.isArray(value) && (key === "length" || !Object.hasOwn(value, key))) return [...value, by];
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, unknown>;
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
/** Valid bodies with up to four places spoilt, and sometimes arbitrary JSON. */
export const hostileBody = fc.oneof({ weight: 9, arbitrary: mutated }, { weight: 1, arbitrary: fc.jsonValue() });
