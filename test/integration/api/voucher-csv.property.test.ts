import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readListing } from "../../../api/parsing/read-listing.js";
import { writeVoucherCsv } from "../../../api/reports/write-voucher-csv.js";
import { readEveryVoucher } from "../../../shared/db/listing/every-voucher.js";
import { foldCounts } from "../../../shared/db/listing/fold-counts.js";
import { voucherFields } from "../../../shared/db/listing/listed-fields.js";
import { listVouchers } from "../../../shared/db/listing/vouchers.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { openSnapshots, type SnapshotPool } from "../../../shared/db/reports/snapshot.js";
import { csvLocales } from "../../../shared/domain/reports/csv-locale.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { readVoucherCsv, toCsvLine } from "../../support/readers/read-voucher-csv.js";
import { anyColumns, anyPayload } from "../../support/samples/listed-vouchers.js";
import { propertyRuns } from "../../support/samples/property-runs.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";

const stored = 900;

let database: TestDatabase;
let db: Database;
let closeDatabase: () => Promise<void>;
let snapshots: SnapshotPool;
let scopes: Tenant[];

beforeAll(async () => {
  database = await createDatabase();
  ({ db, close: closeDatabase } = openDatabase(database.url, { connections: 2 }));
  snapshots = openSnapshots(database.url, { connections: 2 });
  scopes = [];
  for (const code of ["one", "two"]) {
    const { id } = await db.company.create({ data: { code, cuit: "30712345671", name: code, taxType: 1 } });
    scopes.push({ companyId: id, production: true }, { companyId: id, production: false });
  }
  await storeAnyVouchers();
  // As an issuer does a moment later: whoever reads without the API's views sees the sums alone.
  await foldCounts(db);
});
afterAll(async () => {
  await snapshots.close();
  await closeDatabase();
  await database.drop();
});

/** More of the first company in production than the cursor fetches at a time. */
async function storeAnyVouchers(): Promise<void> {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`vouchers of seed ${seed}`);
  const vouchers = fc
    .sample(fc.tuple(anyColumns, anyPayload), { numRuns: stored, seed })
    .map(([columns, payload], n) => ({
      ...columns,
      ...scopes[n % 5 === 0 ? (n / 5) % scopes.length : 0],
      // An import is not checked for its sum, and may lack a key.
      source: "rcel",
      voucherNumber: n + 1,
      payload: JSON.stringify(payload).slice(1, -1),
    }));
  await db.$executeRaw`
    INSERT INTO voucher (company_id, production, pos_number, voucher_type, voucher_number, voucher_date, doc_type, doc_number,
      total_amount, net_amount, vat_amount, exempt_amount, not_taxable_amount, tributes_amount, cae, cae_expiration_date, currency,
      currency_quotation, external_reference, user_email, source, payload, lines, vat, created_at)
    SELECT "companyId", production, "posNumber", "voucherType", "voucherNumber", "voucherDate", "docType", "docNumber",
      "totalAmount", "netAmount", "vatAmount", "exemptAmount", "notTaxableAmount", "tributesAmount", cae, "caeExpirationDate", currency,
      "currencyQuotation", "externalReference", "userEmail", source, payload, '[]', vat, created
    FROM jsonb_to_recordset(${JSON.stringify(vouchers)}::jsonb) AS v("companyId" int, production boolean, "posNumber" int, "voucherType" int,
      "voucherNumber" int, "voucherDate" text, "docType" int, "docNumber" text, "totalAmount" numeric, "netAmount" numeric,
      "vatAmount" numeric, "exemptAmount" numeric, "notTaxableAmount" numeric, "tributesAmount" numeric, cae text,
      "caeExpirationDate" text, currency text, "currencyQuotation" numeric, "externalReference" text, "userEmail" text, source text,
      payload text, vat jsonb, created timestamptz)`;
}

const filterValues: Record<string, string[]> = {
  id: ["1", "300", "650"],
  date: ["20260101", "20260228", "20261030", "20261231", "20261131"],
  created: ["2026-01-01", "2026-10-30T15:30:00.250Z", "yesterday"],
  pos: ["1", "2", "9", "x"],
  number: ["1", "300", "650"],
  docType: ["80", "96", "99"],
  docNumber: ["0", "00123", "=1"],
  type: ["1", "3", "6", "8"],
  total: ["0", "1000.50", "50000000"],
  cae: ["86470000000001"],
  externalReference: ["00123", "1-2", "PEÑA MARTÍN", "-2"],
  userEmail: ["ana@example.com"],
  source: ["rcel", "api"],
  status: ["APPROVED"],
  colour: ["blue"],
};

const anyFilter = fc.constantFrom(...Object.keys(filterValues)).chain((name) => {
  const value = fc.constantFrom(...(filterValues[name] ?? []));
  return fc.oneof(
    fc.tuple(
      fc.constantFrom("", "__gt", "__gte", "__lt", "__lte").map((suffix) => name + suffix),
      value,
    ),
    fc.tuple(
      fc.constant(`${name}__in`),
      fc.array(value, { minLength: 1, maxLength: 3 }).map((values) => values.join(",")),
    ),
  );
});
const anyOrdering = fc
  .array(fc.tuple(fc.constantFrom("", "-"), fc.constantFrom(...Object.keys(filterValues))), { maxLength: 3 })
  .map((terms) => terms.map((term) => term.join("")).join(","));
const anyQuery = fc
  .record({ filters: fc.array(anyFilter, { maxLength: 2 }), ordering: fc.option(anyOrdering) })
  .map(
    ({ filters, ordering }) =>
      new URLSearchParams([...filters, ...(ordering === null ? [] : [["ordering", ordering] as [string, string]])]),
  );

/** Every page of the listing. */
async function listAll(scope: Tenant, query: URLSearchParams): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (;;) {
    const listing = { ...readListing(query, voucherFields), limit: 200, offset: rows.length };
    const page = await listVouchers({ reading: db, pages: db }, scope, listing);
    rows.push(...JSON.parse(page.rows));
    if (rows.length >= page.total) return rows;
  }
}

async function readCsv(scope: Tenant, query: URLSearchParams, locale: "es-AR" | undefined): Promise<string> {
  const style = csvLocales.get(locale);
  if (!style) throw new Error(`no locale ${locale}`);
  const snapshot = await snapshots.open(scope);
  try {
    const vouchers = readEveryVoucher(snapshot, scope, readListing(query, voucherFields));
    return (await buffer(writeVoucherCsv(vouchers, style))).toString();
  } finally {
    await snapshot.close();
  }
}

test('[V2] vouchers.csv has the vouchers of the listing in its order, for every filter and ordering (api/README.md, "Vouchers in CSV")', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyQuery,
      fc.constantFrom(0, 0, 0, 1, 2, 3),
      fc.constantFrom(undefined, "es-AR" as const),
      async (query, place, locale) => {
        const scope = scopes[place] ?? { companyId: 0, production: true };
        const lines = readVoucherCsv(await readCsv(scope, query, locale), locale).map((line) =>
          Object.fromEntries(Object.entries(line).filter(([, cell]) => cell !== "")),
        );
        const listed = await listAll(scope, query);
        expect(lines).toEqual(listed.map((voucher) => toCsvLine(voucher, locale)));
      },
    ),
    propertyRuns(100),
  );
}, 600_000);
