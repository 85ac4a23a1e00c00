import type { EmailRecipient } from "../../domain/issuance-request.js";
import { type PdfForm, readPdfFormKey } from "../../domain/pdf-form.js";
import type { Tenant } from "../../domain/tenant.js";
import { countRows } from "../fragments/count-rows.js";
import { Prisma } from "../generated/client.js";
import type { Transaction } from "../pool/database.js";

/** How long ago a voucher was issued, by the database's clock, and whether it is foreign. Undefined when there is none. */
export async function findVoucherAge(
  tx: Transaction,
  { companyId, production }: Tenant,
  id: number,
): Promise<{ ageMs: number; isForeign: boolean } | undefined> {
  const [row] = await tx.$queryRaw<{ ageMs: number; isForeign: boolean }[]>`
    SELECT (extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS "ageMs", source = 'rcel' AS "isForeign" FROM voucher
    WHERE id = ${id} AND company_id = ${companyId} AND production = ${production}`;
  return row;
}

/** How often an action was done on a resource within the last `windowMs`, and how long ago the first of these was. */
export async function countRecent(
  tx: Transaction,
  { companyId, production }: Tenant,
  { action, resourceId, windowMs }: { action: string; resourceId: string; windowMs: number },
): Promise<{ times: number; earliestAgoMs: number }> {
  const [row] = await tx.$queryRaw<[{ times: number; earliestAgoMs: number }]>`
    SELECT count(*)::int AS times,
      coalesce(extract(epoch FROM clock_timestamp() - min(created_at)) * 1000, 0)::float8 AS "earliestAgoMs"
    FROM audit_entry
    WHERE company_id = ${companyId} AND production = ${production} AND action = ${action} AND resource_id = ${resourceId}
      AND created_at > clock_timestamp() - ${windowMs} * interval '1 millisecond'`;
  return row;
}

/** The PDFs printed so far; the original first. */
export async function printedForms(tx: Transaction, voucherId: number): Promise<PdfForm[]> {
  const rows = await tx.$queryRaw<{ versions: string }[]>`
    SELECT versions FROM pdf WHERE voucher_id = ${voucherId} ORDER BY versions`;
  return rows.map(({ versions }) => readPdfFormKey(versions));
}

export const countRecipients = (tx: Transaction, voucherId: number): Promise<number> =>
  countRows(tx, Prisma.sql`recipient WHERE voucher_id = ${voucherId}`);

/** Adds recipients after the existing ones. The unique slot limits a voucher to three recipients, even under concurrency. */
export async function addRecipients(
  tx: Transaction,
  { companyId }: Pick<Tenant, "companyId">,
  voucherId: number,
  recipients: EmailRecipient[],
  earlier: number,
): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    INSERT INTO recipient (company_id, voucher_id, slot, email, name, comments, pdf_versions)
    SELECT ${companyId}::int, ${voucherId}::bigint, ${earlier}::int + e.place, e.value ->> 'email', e.value ->> 'name', e.value ->> 'comments',
      ARRAY(SELECT jsonb_array_elements_text(e.value -> 'pdfVersions')::smallint)
    FROM jsonb_array_elements(${JSON.stringify(recipients)}::jsonb) WITH ORDINALITY AS e(value, place) ORDER BY e.place
    RETURNING id`;
  return rows.map((row) => row.id);
}
