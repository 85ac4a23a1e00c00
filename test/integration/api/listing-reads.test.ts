import { beforeAll, expect, test } from "vitest";
import type { TenantDatabase } from "../../../shared/db/pool/tenant-database.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

const asked: string[] = [];
const system = await openForFile(openIssuingApp);
beforeAll(async () => {
  await system.post(invoiceB());
  const watched = (name: "reading" | "pages", pool: TenantDatabase): TenantDatabase => {
    const of: TenantDatabase["of"] = (tenant) =>
      new Proxy(pool.of(tenant), {
        get(target, member) {
          if (member === "$queryRaw") asked.push(name);
          return Reflect.get(target, member);
        },
      });
    return { ...pool, of };
  };
  const { read } = system.deps;
  system.deps.read = (tenant, run) =>
    read(tenant, (reads) =>
      run({ ...reads, reading: watched("reading", reads.reading), pages: watched("pages", reads.pages) }),
    );
});

test.each([
  { query: "", reads: ["pages"] },
  { query: "pos=1", reads: ["pages"] },
  { query: "id__lt=1000000", reads: ["pages"] },
  { query: "id__in=1,2,3", reads: ["pages"] },
  { query: "created__gte=2026-01-01T00:00:00Z&type=6", reads: ["pages"] },
  { query: "total__gte=1&userEmail=nobody@example.com", reads: ["reading", "pages"] },
  { query: "ordering=total,docNumber", reads: ["reading", "pages"] },
])("a query that may read many vouchers never delays the reads of single pages: ?$query", async ({ query, reads }) => {
  asked.length = 0;
  expect((await system.get(`/invoices?${query}`)).status).toBe(200);
  expect(asked).toEqual(reads);
});
