import type pg from "pg";
import { expect, test } from "vitest";
import { Prisma } from "../../../../shared/db/generated/client.js";
import { createRawSql } from "../../../../shared/db/sql/raw-sql.js";

test("rows are removed from the driver's result, so that their texts can be freed early", async () => {
  const rows = [{ total: 2, rows: '[{"id":1},{"id":2}]' }];
  const result = { rows: [...rows] } as pg.QueryResult;
  expect(await createRawSql(async () => result).$queryRaw(Prisma.sql`SELECT`)).toEqual(rows);
  expect(result.rows).toEqual([]);
});
