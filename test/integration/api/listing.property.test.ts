import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readListing } from "../../../api/parsing/read-listing.js";
import { foldCounts } from "../../../shared/db/listing/fold-counts.js";
import { voucherFields } from "../../../shared/db/listing/listed-fields.js";
import { listVouchers } from "../../../shared/db/listing/vouchers.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { openTenantDatabase, type TenantDatabase } from "../../../shared/db/pool/tenant-database.js";
import { propertyRuns } from "../../support/samples/property-runs.js";
import { type StoredVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";

let database: TestDatabase;
let db: Database;
/** As the API reads. */
let reading: TenantDatabase;
let closeDatabase: () => Promise<void>;
let stored: StoredVoucher[];

beforeAll(async () => {
  database = await createDatabase();
  ({ db, close: closeDatabase } = openDatabase(database.url, { connections: 4 }));
  reading = openTenantDatabase(database.url, { perTenant: 4 });
  stored = await storeSample();
});
afterAll(async () => {
  await reading.close();
  await closeDatabase();
  await database.drop();
});

/** Few distinct values, so that filters match; ids, dates and amounts lie on both sides of the database's step boundaries. */
async function storeSample(): Promise<StoredVoucher[]> {
  const keys: number[] = [];
  for (const code of ["one", "two"]) {
    const company = await db.company.create({ data: { code, cuit: "30712345671", name: code, taxType: 1 } });
    for (const production of [false, true]) {
      const prefix = production ? "PROD_" : "TEST_";
      const hash = new Uint8Array(32).fill(keys.length);
      keys.push(
        (await db.apiKey.create({ data: { companyId: company.id, production, name: "k", prefix, hash, scopes: [] } }))
          .id,
      );
    }
  }
  const companies = await db.company.findMany({ orderBy: { id: "asc" } });
  const pick = <T>(values: readonly T[], seed: number) => values[seed % values.length] as T;
  const vouchers = Array.from({ length: 600 }, (_, n): StoredVoucher => {
    const company = n % 5 === 4 ? 1 : 0;
    const production = n % 7 === 6;
    const type = pick([6, 6, 1, 8, 11], n >> 2);
    const anonymous = pick([true, true, false], n >> 1);
    return {
      id: pick(idStarts, n) + Math.floor(n / idStarts.length) * 3,
      companyId: companies[company]?.id ?? 0,
      production,
      pos: pick([1, 2, 9], n >> 3),
      type,
      number: 1 + n,
      date: pick(dates, n * 7),
      docType: anonymous ? 99 : pick([80, 96, 99], n),
      docNumber: anonymous ? "0" : pick(documents, n >> 2),
      total: pick(totals, n * 3),
      cae: pick(caes, n >> 1),
      externalReference: pick([...references, null], n >> 1),
      idempotency: n % 9 === 0 ? null : `key-${n}`,
      apiKeyId: n % 11 === 0 ? null : (keys[company * 2 + Number(production)] ?? null),
      userEmail: pick([...emails, null, null], n),
      source: pick(sources, n % 10 === 0 ? n / 10 : 0),
      created: pick(instants, n * 5),
    };
  });
  for (let from = 0; from < vouchers.length; from += 100) {
    await storeVouchers(db, vouchers.slice(from, from + 100));
    // Half of them are in the sums, and half are still counted one by one.
    if (from === 200) await foldCounts(db);
  }
  return vouchers;
}

const idStarts = [1, 16_200, 262_000, 294_800, 606_200];
const dates = [
  "20251231",
  "20260101",
  "20260115",
  "20260131",
  "20260201",
  "20260228",
  "20260301",
  "20261130",
  "20261201",
];
const documents = ["0", "20111111112", "30712345671", "28111222"];
const totals = [
  "0.00",
  "0.99",
  "1.00",
  "9.99",
  "10.00",
  "99.99",
  "100.00",
  "101.00",
  "999.50",
  "1000.00",
  "12345.67",
  "13000.00",
];
const caes = ["86470000000001", "86470000000002", "86470000000003"];
const references = ["sale-1", "SALE-1", "venta ñ", "Zeta", "a,b"];
const emails = ["ana@example.com", "Beto@example.com"];
const sources = ["api", "app", "rcel"];
const instants = [
  "2026-01-31T23:59:59.999Z",
  "2026-02-01T00:00:00.000Z",
  "2026-02-01T02:59:59.999Z",
  "2026-02-01T03:00:00.000Z",
  "2026-02-02T00:00:00.001Z",
  "2026-11-21T15:30:00.250Z",
];

type Value = string | number | null;
/** From one instant up to another. */
interface Day {
  from: number;
  before: number;
}
type Meaning = Value | Day;
interface Field {
  of(voucher: StoredVoucher): Value;
  /** A parameter's text and its meaning: undefined when the listing must ignore it. */
  value: fc.Arbitrary<{ text: string; means: Meaning | undefined }>;
}

const ignored = (...texts: string[]) => fc.constantFrom(...texts).map((text) => ({ text, means: undefined }));
const textOf = (...values: string[]) =>
  fc.oneof(
    fc.constantFrom(...values).map((text) => ({ text, means: text })),
    { arbitrary: ignored("", "a\0b"), weight: 1 },
  );
const integerOf = (...values: number[]) =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom(...values), fc.constantFrom("", "0", "000", " "))
      .map(([means, before]) => ({ text: before + means, means })),
    fc.constantFrom(
      { text: "99999999999999999999999", means: Infinity },
      { text: "2147483648", means: 2_147_483_648 },
      { text: "-99999999999", means: -99_999_999_999 },
    ),
    ignored("", "abc", "1.5", "1e3", "0x10", "--1", "NaN"),
  );
const decimal = fc.oneof(
  fc
    .constantFrom(...totals, "10", "0010.00", "-5", "99.995", "100.001", "1000.0000001", "0.5")
    .map((text) => ({ text, means: Number(text) })),
  fc.constantFrom({ text: `1${"0".repeat(30)}`, means: 1e30 }, { text: `-1${"0".repeat(30)}.5`, means: -1e30 }),
  ignored("", "ten", "1,5", "1e3", "10.", ".5"),
);
const fiscalDate = fc.oneof(
  fc.constantFrom(...dates, "20251201", "20260401", "19000101", "99991231").map((text) => ({ text, means: text })),
  ignored("", "20260230", "2026-01-01", "2026013", "yesterday", "20261301"),
);
const offsets = fc.constantFrom(
  { text: "Z", ms: 0 },
  { text: "", ms: 0 },
  { text: "-03:00", ms: -3 * 3_600_000 },
  { text: "-0300", ms: -3 * 3_600_000 },
  { text: " 05:30", ms: 5.5 * 3_600_000 },
  { text: "+14", ms: 14 * 3_600_000 },
);
const instant = fc.oneof(
  fc.tuple(fc.constantFrom(...instants, "2026-02-01T00:00:00.500Z"), offsets).map(([iso, offset]) => ({
    text: new Date(Date.parse(iso) + offset.ms).toISOString().slice(0, -1) + offset.text,
    means: Date.parse(iso),
  })),
  fc.constantFrom("2026-01-31", "2026-02-01", "2026-11-21", "2026-11-22").map((text) => {
    const from = Date.parse(`${text}T00:00:00-03:00`);
    return { text, means: { from, before: from + 24 * 3_600_000 } };
  }),
  fc.constantFrom(
    { text: "2026-02-01T00:00", means: Date.parse("2026-02-01T00:00Z") },
    { text: "2026-02-01 00:00:00,0004", means: Date.parse("2026-02-01T00:00Z") + 0.4 },
    { text: "9999-12-31T23:59:59-10:00", means: Infinity },
    { text: "0000-01-01T00:00", means: -Infinity },
  ),
  ignored("", "yesterday", "2026-02-30", "2026-13-01", "2026-02-01T25:00", "2026-02-01T00:00+99:00", "20260201"),
);

const fields: Record<string, Field> = {
  id: {
    of: (v) => v.id,
    value: integerOf(1, 16_200, 16_383, 16_384, 16_401, 262_143, 262_144, 294_912, 524_288, 606_559),
  },
  cae: { of: (v) => v.cae, value: textOf(...caes, "8647", "x") },
  idempotency: { of: (v) => v.idempotency, value: textOf("key-1", "key-400", "key-99", "KEY-1") },
  externalReference: {
    of: (v) => v.externalReference,
    value: textOf("sale-1", "SALE-1", "venta ñ", "Zeta", "zeta", "%"),
  },
  date: { of: (v) => v.date, value: fiscalDate },
  created: { of: (v) => Date.parse(v.created), value: instant },
  pos: { of: (v) => v.pos, value: integerOf(1, 2, 9, 3) },
  number: { of: (v) => v.number, value: integerOf(1, 10, 300, 600) },
  docType: { of: (v) => v.docType, value: integerOf(80, 96, 99) },
  docNumber: { of: (v) => v.docNumber, value: textOf(...documents, "00") },
  type: { of: (v) => v.type, value: integerOf(6, 1, 8, 11, 3) },
  total: { of: (v) => Number(v.total), value: decimal },
  status: { of: () => "APPROVED", value: textOf("APPROVED", "approved", "REJECTED") },
  source: { of: (v) => v.source, value: textOf(...sources, "other") },
  apiKeyId: { of: (v) => v.apiKeyId, value: integerOf(1, 2, 3, 4) },
  userEmail: { of: (v) => v.userEmail, value: textOf(...emails, "beto@example.com") },
};

/** One parameter of the query; `keeps` says which vouchers match it. */
interface Parameter {
  name: string;
  text: string;
  keeps?: (voucher: StoredVoucher) => boolean;
}

const compare = (a: string | number, b: string | number | Day) => {
  if (typeof b === "object") return Number(a) < b.from ? -1 : Number(Number(a) >= b.before);
  if (typeof a === "number" && typeof b === "number") return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
};
const holds: Record<string, (order: number) => boolean> = {
  "": (order) => order === 0,
  __gt: (order) => order > 0,
  __gte: (order) => order >= 0,
  __lt: (order) => order < 0,
  __lte: (order) => order <= 0,
};

const comparison = (names: string[]) =>
  fc.constantFrom(...names).chain((name) => {
    const { of, value } = fields[name] as Field;
    return fc.tuple(fc.constantFrom(...Object.keys(holds)), value).map(([suffix, { text, means }]): Parameter => {
      if (means === undefined || means === null) return { name: name + suffix, text };
      const keeps = (voucher: StoredVoucher) => {
        const own = of(voucher);
        return own !== null && (holds[suffix]?.(compare(own, means)) ?? true);
      };
      return { name: name + suffix, text, keeps };
    });
  });
const membership = (names: string[]) =>
  fc.constantFrom(...names).chain((name) => {
    const { of, value } = fields[name] as Field;
    return fc
      .array(
        value.filter(({ text }) => !text.includes(",")),
        { minLength: 1, maxLength: 4 },
      )
      .map((members): Parameter => {
        const valid = members.flatMap(({ means }) => (means === undefined || means === null ? [] : [means]));
        const text = members.map((member) => member.text).join(",");
        if (valid.length === 0) return { name: `${name}__in`, text };
        const keeps = (voucher: StoredVoucher) => {
          const own = of(voucher);
          return own !== null && valid.some((means) => compare(own, means) === 0);
        };
        return { name: `${name}__in`, text, keeps };
      });
  });
const noise = fc.constantFrom<Parameter[]>(
  { name: "colour", text: "blue" },
  { name: "pos__like", text: "1" },
  { name: "pos__gt__lt", text: "1" },
  { name: "__proto__", text: "1" },
  { name: "constructor", text: "1" },
  { name: "toString__in", text: "1" },
  { name: "id__", text: "1" },
  { name: "__in", text: "1" },
  { name: "Pos", text: "1" },
);
/** Any mixture, and the queries that the sums answer: fields with few values and dates, or one range with the type. */
const summed = ["date", "pos", "docType", "docNumber", "type", "status", "source", "apiKeyId"];
const parametersOf = (names: string[], most = 4) =>
  fc.array(
    fc.oneof(
      { arbitrary: comparison(names), weight: 8 },
      { arbitrary: membership(names), weight: 2 },
      { arbitrary: noise, weight: 1 },
    ),
    { maxLength: most },
  );
const parameters = fc.oneof(
  parametersOf(Object.keys(fields)),
  parametersOf(summed),
  parametersOf(["date"], 2),
  parametersOf(["id"], 2),
  parametersOf(["created"], 2),
  parametersOf(["total"], 2),
  fc
    .tuple(
      fc.constantFrom("id", "created", "total", "date").chain((name) => parametersOf([name], 2)),
      parametersOf(["type"], 2),
    )
    .map((both) => both.flat()),
);

const terms = fc.array(fc.tuple(fc.boolean(), fc.constantFrom(...Object.keys(fields), "colour", "__proto__", "")), {
  maxLength: 4,
});
const limits = fc.constantFrom<{ text: string; means: number }>(
  { text: "10", means: 10 },
  { text: "1", means: 1 },
  { text: "1000", means: 200 },
  { text: "0", means: 50 },
  { text: "-1", means: 50 },
  { text: "abc", means: 50 },
  { text: "", means: 50 },
  { text: "2.5", means: 50 },
);
const offsetsOf = fc.constantFrom<{ text: string; means: number }>(
  { text: "0", means: 0 },
  { text: "7", means: 7 },
  { text: "300", means: 300 },
  { text: "99999999999", means: 99_999_999_999 },
  { text: "-5", means: 0 },
  { text: "x", means: 0 },
);

const order = (wanted: [boolean, string][]) => (a: StoredVoucher, b: StoredVoucher) => {
  let last = true;
  for (const [position, [descending, name]] of wanted.entries()) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field || wanted.findIndex((term) => term[1] === name) < position) continue;
    last = descending;
    const [left, right] = [field.of(a), field.of(b)];
    const ascending = left === right ? 0 : left === null ? 1 : right === null ? -1 : compare(left, right);
    if (ascending !== 0) return descending ? -ascending : ascending;
  }
  return last ? b.id - a.id : a.id - b.id;
};

test('[V2] every query lists and counts the same as a plain filter and sort (api/README.md, "GET /{company_id}/invoices")', async () => {
  const query = fc.record({
    parameters,
    terms: fc.option(terms, { nil: undefined }),
    limit: fc.option(limits, { nil: undefined }),
    offset: fc.option(offsetsOf, { nil: undefined }),
    company: fc.constantFrom(0, 0, 0, 1),
    production: fc.constantFrom(false, false, false, true),
  });
  const companies = await db.company.findMany({ orderBy: { id: "asc" } });

  await fc.assert(
    fc.asyncProperty(query, async (asked) => {
      const search = new URLSearchParams(asked.parameters.map(({ name, text }): [string, string] => [name, text]));
      if (asked.terms) search.set("ordering", asked.terms.map(([minus, name]) => (minus ? "-" : "") + name).join(","));
      if (asked.limit) search.set("limit", asked.limit.text);
      if (asked.offset) search.set("offset", asked.offset.text);
      const scope = { companyId: companies[asked.company]?.id ?? 0, production: asked.production };

      const matching = stored
        .filter(({ companyId, production }) => companyId === scope.companyId && production === scope.production)
        .filter((voucher) => asked.parameters.every(({ keeps }) => keeps?.(voucher) ?? true))
        .sort(order(asked.terms ?? []));
      const offset = asked.offset?.means ?? 0;
      const page = matching.slice(offset, offset + (asked.limit?.means ?? 50));

      const own = reading.of(scope);
      const listed = await listVouchers({ reading: own, pages: own }, scope, readListing(search, voucherFields));
      const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
      expect([listed.total, ids(JSON.parse(listed.rows))]).toEqual([matching.length, ids(page)]);
    }),
    propertyRuns(10_000),
  );
}, 600_000);
