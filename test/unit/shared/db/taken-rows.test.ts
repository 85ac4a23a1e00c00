import pg from "pg";
import { expect, test, vi } from "vitest";
import { Prisma } from "../../../../shared/db/generated/client.js";
import { createRawSql } from "../../../../shared/db/raw-sql.js";

test("rows are taken out of the driver's result: nothing that still leads to it leads to their texts", async () => {
  const rows = [{ total: 2, rows: '[{"id":1},{"id":2}]' }];
  const result = { rows: [...rows] };
  const pool = new pg.Pool();
  vi.spyOn(pool, "query").mockImplementation(async () => result);
  expect(await createRawSql(pool).$queryRaw(Prisma.sql`SELECT`)).toEqual(rows);
  expect(result.rows).toEqual([]);
});
