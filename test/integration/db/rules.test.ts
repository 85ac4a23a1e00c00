import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isNote, issuableTypes } from "../../../shared/domain/voucher-types.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

const system = await openForFile(openIssuingApp);
await system.post(invoiceB());
const client = new pg.Client({ connectionString: system.deps.config.DATABASE_URL });
beforeAll(async () => {
  await client.connect();
  await client.query("ALTER TABLE voucher DISABLE TRIGGER voucher_is_final");
  await client.query("UPDATE issuance SET body = NULL, amounts = NULL, submitted_at = now(), epoch = 1");
});
afterAll(() => client.end());

/** The name of the constraint that this change of the only row breaks; undefined when it breaks none. */
async function brokenBy(table: "issuance" | "voucher", changes: string): Promise<string | undefined> {
  await client.query("BEGIN");
  try {
    await client.query(`UPDATE ${table} SET ${changes}`);
    return undefined;
  } catch (error) {
    const { code, table: named, constraint } = error as pg.DatabaseError;
    expect([code, named]).toEqual(["23514", table]);
    return constraint;
  } finally {
    await client.query("ROLLBACK");
  }
}

test.each([
  ["revision = 0", "issuance_revision_range"],
  ["number = 0", "issuance_number_range"],
  ["number = 100000000", "issuance_number_range"],
  ["state = 'queued'", "issuance_open_is_whole"],
  ["state = 'submitted', body = '{}'", "issuance_open_is_whole"],
  ["state = 'submitted', body = '{}', amounts = '{}', epoch = NULL", "issuance_submitted_is_traced"],
  ["state = 'submitted', body = '{}', amounts = '{}', submitted_at = NULL", "issuance_submitted_is_traced"],
  ["state = 'submitted', body = '{}', amounts = '{}', number = NULL", "issuance_submitted_is_traced"],
  ["number = NULL", "issuance_approved_has_number"],
  ["doubt = 'resolving'", "issuance_doubt_is_submitted"],
  ["refusal = '{}'", "issuance_doubt_is_submitted"],
  ["state = 'submitted', body = '{}', amounts = '{}', doubt = 'maybe'", "issuance_doubt_known"],
  ["vat_rounding = 'up'", "issuance_vat_rounding_known"],
  ["state = 'submitted', body = '{}', amounts = '{}', doubt = 'unconfirmed'", undefined],
  ["state = 'queued', body = '{}', amounts = '{}', number = NULL, submitted_at = NULL, epoch = NULL", undefined],
])("an issuance with %s breaks %s", async (changes, rule) => {
  expect(await brokenBy("issuance", changes)).toBe(rule);
});

test.each([
  ["voucher_number = 0", "voucher_number_range"],
  ["voucher_date = '2026-1-1'", "voucher_date_form"],
  ["cae_expiration_date = 'tomorrow'", "voucher_date_form"],
  ["cae = '8647'", "voucher_cae_form"],
  ["status = 'REJECTED'", "voucher_status_known"],
  ["source = 'web'", "voucher_source_known"],
  ["currency_quotation = 0", "voucher_quotation_positive"],
  ["tributes_amount = -0.01, total_amount = total_amount - 0.01", "voucher_amounts_not_negative"],
  ["source = 'rcel', total_amount = -1", "voucher_total_not_negative"],
  ["total_amount = total_amount + 0.01", "voucher_total_is_sum"],
  ["source = 'rcel', total_amount = total_amount + 0.01", undefined],
])("a voucher with %s breaks %s", async (changes, rule) => {
  expect(await brokenBy("voucher", changes)).toBe(rule);
});

test("a usage counter is never negative", async () => {
  await expect(client.query("UPDATE usage_period SET reserved = -1")).rejects.toThrow("usage_period_not_negative");
});

test("the database links the notes of every type that is a note", async () => {
  const { rows } = await client.query<{ trigger: string }>(
    "SELECT DISTINCT substring(pg_get_triggerdef(oid) FROM 'WHEN (.*) EXECUTE') AS trigger FROM pg_trigger WHERE tgname = 'link_note'",
  );
  const notes = issuableTypes.flatMap(([code, traits]) => (isNote(traits) ? [code] : []));
  expect(rows.map(({ trigger }) => trigger.match(/\d+/g)?.map(Number))).toEqual([notes]);
});
