import { expect, test } from "vitest";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

const system = await openForFile(openIssuingApp);
expect((await system.post(invoiceB())).status).toBe(201);
const { id: entryId } = await system.db.auditEntry.create({
  data: { companyId: 1, production: false, action: "pos.update", actorType: "system", after: { name: "Centro" } },
});

const run = (sql: string) => system.db.$executeRawUnsafe(sql);
async function makeEntryOld(days: number) {
  await run("ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_is_final");
  await run(`UPDATE audit_entry SET created_at = now() - interval '${days} days' WHERE id = ${entryId}`);
  await run("ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_is_final");
}

test.each([
  ["UPDATE audit_entry SET action = 'nothing'", /final/],
  ["UPDATE audit_entry SET created_at = created_at - interval '1 year'", /final/],
  ["DELETE FROM audit_entry", /final/],
  ["TRUNCATE audit_entry", /never truncated/],
  ["UPDATE voucher SET total_amount = 1", /final/],
  ["DELETE FROM voucher", /final/],
  ["TRUNCATE voucher CASCADE", /never truncated/],
])("[S8] the database refuses: %s", async (sql, message) => {
  await expect(run(sql)).rejects.toThrow(message);
});

test("an audit entry can be deleted after 90 days, and not changed even then", async () => {
  await makeEntryOld(89);
  await expect(run(`DELETE FROM audit_entry WHERE id = ${entryId}`)).rejects.toThrow(/final/);
  await makeEntryOld(91);
  await expect(run(`UPDATE audit_entry SET after = NULL WHERE id = ${entryId}`)).rejects.toThrow(/final/);
  expect(await run(`DELETE FROM audit_entry WHERE id = ${entryId}`)).toBe(1);
});
