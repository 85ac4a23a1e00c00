import pg from "pg";
import { expect, test } from "vitest";
import { readAsset } from "../../../shared/assets.js";
import { createDatabase } from "../../support/servers/database.js";

/** What the migration does to the rows of before. */
const updates = readAsset("prisma/migrations/20261126150200_invitations/migration.sql").match(/^UPDATE [^;]+;/gm) ?? [];

test("people of before keep their places, and their names stay with the companies that gave them", async () => {
  await using database = await createDatabase();
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(`
    INSERT INTO company (id, code, cuit, name, tax_type) VALUES (1, 'one', '30712345671', 'One', 1);
    INSERT INTO person (id, email, name, password, password_changed_at) VALUES
      (1, 'here@example.com', 'Ana', 'x', now()), (2, 'invited@example.com', 'Bruno', NULL, NULL), (3, 'bare@example.com', NULL, 'x', now());
    INSERT INTO membership (person_id, company_id, role) VALUES (1, 1, 'owner'), (2, 1, 'reader'), (3, 1, 'reader')`);
  expect(updates).toHaveLength(2);
  for (const update of updates) await owner.query(update);
  const { rows } = await owner.query(
    `SELECT p.email, p.name AS own, m.name, m.accepted_at = m.created_at AS accepted
     FROM membership m JOIN person p ON p.id = m.person_id ORDER BY p.id`,
  );
  await owner.end();
  expect(rows).toEqual([
    { email: "here@example.com", own: null, name: "Ana", accepted: true },
    { email: "invited@example.com", own: null, name: "Bruno", accepted: null },
    { email: "bare@example.com", own: null, name: null, accepted: true },
  ]);
});
