import { describe, expect, test } from "vitest";
import { auditFields, voucherFields } from "../../../shared/db/listing/listed-fields.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { type StoredVoucher, storeVouchers, unknownPayload } from "../../support/samples/stored-vouchers.js";

const system = await openForFile(openIssuingApp);

const companyOf = async (code: string) => (await system.db.company.findUniqueOrThrow({ where: { code } })).id;

const imported = (companyId: number, number: number, over: Partial<StoredVoucher> = {}): StoredVoucher => ({
  id: number,
  companyId,
  production: true,
  pos: 3,
  type: 6,
  number,
  date: "20260115",
  docType: 99,
  docNumber: "0",
  total: "100.00",
  cae: "86470000000009",
  externalReference: null,
  idempotency: null,
  apiKeyId: null,
  userEmail: null,
  source: "rcel",
  created: "2026-01-15T12:00:00.000Z",
  ...over,
});

describe('GET invoices (api/README.md, "GET /{company_id}/invoices")', () => {
  test("[V2] long, many, broken or hostile parameters are harmless", async () => {
    await system.post(invoiceB());
    const { total } = (await system.get("/invoices")).body;
    const harmless = [
      `externalReference=${"x".repeat(10_000)}`,
      `id=${"9".repeat(10_000)}`,
      `id__gt=-${"9".repeat(10_000)}`,
      `total__lt=${"9".repeat(10_000)}.${"9".repeat(2_000)}`,
      `created__gt=${"9".repeat(10_000)}`,
      `created__lt=9999-12-31T23:59:59-23:59&created__gt=0000-01-01T00:00:00+23:59`,
      `date__lte=99991231`,
      `id__in=${"1,".repeat(5_000)}1`,
      `ordering=${"-date,".repeat(1_600)}`,
      `id__gt=0,${"x,".repeat(5_000)}`,
      Array.from({ length: 1_000 }, (_, n) => `colour${n}=1&id__gt=x${n}`).join("&"),
      Array.from({ length: 16 }, (_, n) => `total__lt=${n + 1e6}&created__gt=2000-01-01T00:00:00.${n}Z`).join("&"),
      "cae=%00&userEmail=%ff%fe&source=%",
      "externalReference='; DROP TABLE voucher; --",
      "externalReference=\\&docNumber=%25_&userEmail=%F0%9F%98%80",
      "__proto__=1&constructor=1&toString__in=1",
      "pos[]=1&pos[$gt]=0&filter={}",
      "&&==&=",
    ];
    for (const query of harmless) {
      const { status, body } = await system.get(`/invoices?${query}`);
      expect([query.slice(0, 60), status, body.ok]).toEqual([query.slice(0, 60), 200, true]);
    }
    expect((await system.get("/invoices")).body.total).toBe(total);
  });

  test("32 filters and 500 values in a list are answered; one more is a 400 that names its parameter", async () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
    const filters = (count: number) => numbers(count).map((n) => `id__gt=-${n}`);
    for (const query of [filters(32).join("&"), `id__in=${numbers(500)}&pos__in=${numbers(500)}`]) {
      const { status } = await system.get(`/invoices?${query}`);
      expect([query.slice(0, 20), status]).toEqual([query.slice(0, 20), 200]);
    }
    const refusals = [
      { query: [...filters(32), "type__in=6,8"].join("&"), field: "type__in", told: /at most 32/ },
      { query: filters(1_000).join("&"), field: "id__gt", told: /at most 32/ },
      { query: `pos=1&number__in=${numbers(501)}`, field: "number__in", told: /at most 500 .* lists 501/ },
    ];
    for (const { query, field, told } of refusals) {
      const { status, body } = await system.get(`/invoices?${query}`);
      expect([status, body]).toEqual([
        400,
        {
          ok: false,
          code: "VALIDATION_ERROR",
          error: expect.stringMatching(new RegExp(`^${field}: `)),
          details: { errors: [{ field, message: expect.stringMatching(told) }] },
        },
      ]);
    }
  });

  test("[S5] no query shows vouchers of another company or environment", async () => {
    const mono = await companyOf("mono");
    await storeVouchers(system.db, [imported(mono, 900_001), imported(mono, 900_002, { production: false })]);
    const seen = async (query: string, key: string, company: string) => {
      const { body } = await system.get(`/invoices?${query}`, { key, company });
      return [body.total, ...body.result.map(({ id }: { id: number }) => id)];
    };
    const { keys, mono: monoKeys } = system.keys;
    for (const query of [
      "id__in=900001,900002",
      "id__gte=900001",
      "cae=86470000000009",
      "source=rcel",
      "date=20260115",
    ]) {
      expect([query, await seen(query, monoKeys.keys.production, "mono")]).toEqual([query, [1, 900_001]]);
      expect([query, await seen(query, monoKeys.keys.test, "mono")]).toEqual([query, [1, 900_002]]);
      expect([query, await seen(query, keys.production, "demo")]).toEqual([query, [0]]);
    }
  });

  test("the row of an imported voucher has all fields, with null for unknown ones", async () => {
    const mono = await companyOf("mono");
    await storeVouchers(system.db, [imported(mono, 910_000, { pos: 4 })]);
    const { body } = await system.get("/invoices?id=910000", {
      key: system.keys.mono.keys.production,
      company: "mono",
    });
    expect(body.result).toMatchObject([
      {
        id: 910_000,
        totalAmount: "100.00",
        source: "rcel",
        idempotency: null,
        apiKeyId: null,
        userEmail: null,
        emails: null,
      },
    ]);
  });

  test("created has milliseconds, including trailing zeros", async () => {
    const mono = await companyOf("mono");
    const moments = ["00:00:00.000Z", "05:06:07.100Z", "05:06:07.120Z", "05:06:07.123Z", "23:59:59.999Z"].map(
      (time) => `2025-12-31T${time}`,
    );
    await storeVouchers(
      system.db,
      moments.map((created, n) => imported(mono, 920_000 + n, { pos: 5, created })),
    );
    const key = { key: system.keys.mono.keys.production, company: "mono" };
    const { body } = await system.get("/invoices?pos=5&ordering=id", key);
    expect(body.result.map(({ created }: { created: string }) => created)).toEqual(moments);
  });
});

describe("totals and pages at any size", () => {
  test("far offsets skip whole steps and still find the same rows", async () => {
    const demo = await companyOf("demo");
    await system.db.$executeRaw`
      INSERT INTO voucher (id, company_id, production, pos_number, voucher_type, voucher_number, voucher_date, doc_type, doc_number, total_amount,
        net_amount, vat_amount, exempt_amount, not_taxable_amount, tributes_amount, cae, cae_expiration_date, currency, currency_quotation, source, payload, lines, vat)
      SELECT 2000000 + n * 5, ${demo}, true, 2, 6, n, '20260115', 99, '0', n, n, 0, 0, 0, 0, '86470000000009', '20260125', 'PES', 1, 'rcel',
        ${unknownPayload}, '[]', '[]' FROM generate_series(1, 12000) n`;
    const last = 2_060_000;
    const at = async (query: string) => {
      const { body } = await system.get(`/invoices?limit=2&${query}`, { key: system.keys.keys.production });
      return [body.total, ...body.result.map(({ id }: { id: number }) => id)];
    };
    for (const offset of [0, 9_999, 10_000, 10_001, 11_111, 11_998]) {
      expect(await at(`offset=${offset}`)).toEqual([12_000, last - offset * 5, last - (offset + 1) * 5]);
      expect(await at(`ordering=id&offset=${offset}`)).toEqual([
        12_000,
        2_000_005 + offset * 5,
        2_000_010 + offset * 5,
      ]);
    }
    expect(await at("offset=11999")).toEqual([12_000, 2_000_005]);
    expect(await at("offset=12000")).toEqual([12_000]);
    expect(await at("ordering=id&offset=50000")).toEqual([12_000]);
  });

  test("simultaneous additions to the same sums are all counted and never deadlock", async () => {
    const mono = await companyOf("mono");
    const { key } = { key: { key: system.keys.mono.keys.test, company: "mono" } };
    const count = async () => (await system.get("/invoices?pos=7&created__gte=2026-01-15", key)).body.total;
    const before = await count();
    const batches = Array.from({ length: 8 }, (_, batch) =>
      Array.from({ length: 25 }, (_, n) =>
        imported(mono, 3_000_000 + (((batch * 25 + n) * 7_919) % 200_000), {
          production: false,
          pos: 7,
          number: 1 + batch * 25 + n,
          date: n % 2 === 0 ? "20260115" : "20260214",
          total: `${(n * 37) % 500}.00`,
        }),
      ),
    );
    await Promise.all(batches.map((batch) => storeVouchers(system.db, batch)));
    expect(await count()).toBe(before + 200);
    for (const [query, total] of [
      ["pos=7&date__lte=20260131", 104],
      ["pos=7&date__gt=20260131", 96],
      ["pos=7", 200],
    ] as const)
      expect([query, (await system.get(`/invoices?${query}`, key)).body.total]).toEqual([query, total]);
  });

  test("every field names an existing index on its column", async () => {
    const indexes = await system.db.$queryRaw<{ name: string; definition: string }[]>`
      SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename IN ('voucher', 'audit_entry')`;
    for (const [name, { column, index }] of [...Object.entries(voucherFields), ...Object.entries(auditFields)]) {
      const definition = indexes.find((each) => each.name === index)?.definition ?? "no such index";
      if (["actorType", "actorEmail", "actorApiKeyId"].includes(name)) expect(definition).toContain("created_at");
      else expect([name, definition]).toEqual([name, expect.stringMatching(new RegExp(`[( "]${column}["),]`))]);
    }
  });
});
