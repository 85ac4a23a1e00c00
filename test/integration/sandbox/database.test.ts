import pg from "pg";
import { expect, test } from "vitest";
import { createDatabase } from "../../support/servers/database.js";

test("every created database is separate, migrated and empty", async () => {
  await using one = await createDatabase();
  await using other = await createDatabase();
  expect(one.url).not.toBe(other.url);

  const client = new pg.Client({ connectionString: one.url });
  await client.connect();
  const { rows } = await client.query("SELECT count(*)::int AS companies FROM company");
  await client.end();
  expect(rows).toEqual([{ companies: 0 }]);
});
