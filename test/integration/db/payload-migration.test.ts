import pg from "pg";
import { expect, test } from "vitest";
import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { readPayload, toKeptPayload } from "../../../shared/domain/kept-payload.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { createTestRoles } from "../../support/servers/process-roles.js";
import { redoLaterViews, tenantViews, undoTenantViews } from "../../support/servers/undo-tenant-views.js";

const name = "20261122003000_voucher_payload";

test("an older voucher keeps its payload except for what its columns hold", async () => {
  await using system = await openIssuingApp();
  const checked = checkIssuance(
    invoiceB({
      emails: [{ email: "ana@example.com" }],
      externalReference: "sale-1",
      additionalData: { seller: { name: "Ana" } },
    }),
  );
  if (!checked.ok) throw new Error("the sample is not valid");
  const { contingency: _contingency, ...before } = checked.body;
  const { body } = checked;
  const issued = await system.post(body);
  const listed = await system.get(`/invoices/${issued.body.result.id}`);

  const { DATABASE_URL } = system.deps.config;
  await undoTenantViews(DATABASE_URL);
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  await client.query("ALTER TABLE voucher DROP CONSTRAINT voucher_payload_is_members");
  await client.query(
    `ALTER TABLE voucher ALTER payload TYPE jsonb USING ${pg.escapeLiteral(JSON.stringify(before))}::jsonb`,
  );
  await client.query("ALTER TABLE voucher RENAME payload TO body");
  await client.query("DELETE FROM _prisma_migrations WHERE migration_name = $1", [name]);
  await client.end();
  expect(await migrate(DATABASE_URL)).toEqual([name, tenantViews]);
  await redoLaterViews(DATABASE_URL);
  await createTestRoles(DATABASE_URL);

  const [voucher] = await system.db.voucher.findMany();
  expect(readPayload(voucher?.payload ?? "")).toEqual(toKeptPayload(body));
  expect((await system.get(`/invoices/${issued.body.result.id}`)).body).toEqual(listed.body);
});
