import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { purgeExpired } from "../../../issuer/maintenance/open-retention.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";
import { asProcess, testRoles } from "../../support/servers/process-roles.js";

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await database?.drop();
});

test("what cannot be purged keeps nothing else from being purged", async () => {
  const { db, close } = openDatabase(asProcess(database.url, "issuer"), { connections: 1 });
  await owner.query(
    `REVOKE EXECUTE ON FUNCTION purge_exchanges(integer) FROM ${pg.escapeIdentifier(`${testRoles.prefix}_issuer`)}`,
  );
  await owner.query(
    `INSERT INTO company (id, code, cuit, name, tax_type) VALUES (1, 'a', '30712345671', 'A', 1);
     INSERT INTO sequence_lease (company_id, production, pos_number, voucher_type, holder, expires_at)
       VALUES (1, true, 1, 6, gen_random_uuid(), now() - interval '2 hours')`,
  );
  await expect(purgeExpired(db)).rejects.toThrow("permission denied");
  expect((await owner.query("SELECT FROM sequence_lease")).rowCount).toBe(0);
  await close();
});
