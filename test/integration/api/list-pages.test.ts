import { beforeAll, describe, expect, test } from "vitest";
import { openForFile } from "../../support/open-for-file.js";
import { openAdminApp } from "../../support/processes/admin-app.js";

const rows = 230;
const api = await openForFile(openAdminApp);
beforeAll(async () => {
  const { id: companyId } = await api.db.company.findUniqueOrThrow({ where: { code: "demo" } });
  // Neither the order of their insertion nor that of their names is the order of the list.
  await api.db.$executeRaw`
    INSERT INTO point_of_sale (company_id, production, number, name)
    SELECT ${companyId}, false, 1000 - n, 'point ' || n FROM generate_series(1, ${rows}::int) n`;
  await api.db.$executeRaw`
    INSERT INTO api_key (company_id, production, name, prefix, hash, scopes, revoked_at)
    SELECT ${companyId}, false, 'key ' || 1000 - n, 'TEST_0000', sha256(n::text::bytea), '{read}', now()
    FROM generate_series(1, ${rows}::int) n`;
  await api.db.$executeRaw`
    INSERT INTO certificate (company_id, production, alias, csr, sealed_key, certificate, expires_at)
    SELECT ${companyId}, false, 'alias ' || 1000 - n, 'csr', '\\x00'::bytea, 'pem', now()
    FROM generate_series(1, ${rows}::int) n`;
});

describe.each([
  { path: "/points-of-sale", by: "number" },
  { path: "/api-keys", by: "id" },
  { path: "/certificates", by: "id" },
])('GET $path comes in pages (api/README.md, "Further paths")', ({ path, by }) => {
  const page = async (query: string, key?: string) => {
    const { status, body } = await api.call("GET", `${path}?${query}`, { ...(key && { key }) });
    expect(status).toBe(200);
    const order = body.result.map((row: Record<string, number>) => row[by]) as number[];
    return { total: body.total as number, order };
  };

  test("pages in a row give every row once, in order, and total counts all", async () => {
    const first = await page("");
    expect(first.order).toHaveLength(200);
    const rest = await page("offset=200");
    expect([rest.total, rest.order.length]).toEqual([first.total, first.total - 200]);
    const all = [...first.order, ...rest.order];
    expect(all).toEqual([...new Set(all)].sort((one, other) => one - other));
    expect((await page("limit=3&offset=2")).order).toEqual(all.slice(2, 5));
  });

  test("behind the last row the page is empty, and total is the same", async () => {
    const { total } = await page("limit=1");
    expect(await page("offset=100000")).toEqual({ total, order: [] });
    expect(await page(`offset=${"9".repeat(300)}`)).toEqual({ total, order: [] });
  });

  test("[V2] invalid values are ignored, and unknown parameters too", async () => {
    const usual = await page("");
    for (const query of ["limit=0", "limit=-1", "limit=abc&offset=-1", "limit=201", "limit=1e2&offset=0x1", "name=x"])
      expect([query, await page(query)]).toEqual([query, usual]);
  });

  test("[S5] the total counts only the key's own environment", async () => {
    const other = await page("", api.keys.keys.production);
    expect(other.total).toBeLessThan(10);
    expect(other.order).toHaveLength(other.total);
  });
});
