import pg from "pg";
import { expect, test } from "vitest";
import { readGolden } from "../../support/golden/golden-statements.js";
import { createDatabase } from "../../support/servers/database.js";

test("PostgreSQL takes each golden statement, with the schema as it is", async () => {
  await using database = await createDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const refused: string[] = [];
  for (const [name, text] of readGolden())
    await client.query(`PREPARE golden AS ${text}`).then(
      () => client.query("DEALLOCATE golden"),
      (error: Error) => refused.push(`${name}: ${error.message}`),
    );
  await client.end();
  expect(refused).toEqual([]);
});
