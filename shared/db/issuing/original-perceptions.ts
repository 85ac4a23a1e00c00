import type { AssociatedVoucher } from "../../domain/issuance-request.js";
import type { Original } from "../../domain/note-of-voucher.js";
import type { ValuedPerceptions } from "../../domain/perceptions/original-lines.js";
import type { Perceptions } from "../../domain/perceptions.js";
import type { Tenant } from "../../domain/tenant.js";
import { isCreditNote, notesOfVoucher } from "../fragments/voucher-notes.js";
import { Prisma } from "../generated/client.js";
import type { Statements } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { pendingCredits } from "./credits.js";

/** Voucher that is named by its number. */
type NumberedVoucher = Pick<Original, "id" | "cuit" | "voucherType" | "posNumber" | "voucherNumber">;

/** Voucher with perceptions, whose lines a note may have again. */
export interface PerceivedOriginal extends NumberedVoucher, ValuedPerceptions {}

/** Perceptions of a stored voucher: they begin its payload. */
const storedPerceptions = (voucher: string) =>
  Prisma.raw(
    `CASE WHEN starts_with(${voucher}.payload, '"perceptions":') THEN ('{' || ${voucher}.payload || '}')::json -> 'perceptions' END`,
  );

/** The vouchers of ours with perceptions among those that a note names. */
export async function findPerceivedOriginals(
  db: Statements,
  { companyId, production }: Tenant,
  named: readonly AssociatedVoucher[],
): Promise<PerceivedOriginal[]> {
  const rows = JSON.stringify(named);
  const found = await db.$queryRaw<(PerceivedOriginal & { perceptions: Perceptions | null })[]>(
    prepared("find_perceived_originals")`
    SELECT v.id, c.cuit, v.voucher_type AS "voucherType", v.pos_number AS "posNumber", v.voucher_number AS "voucherNumber",
      v.currency, CASE v.currency WHEN 'PES' THEN '1' ELSE v.currency_quotation::text END AS quotation, ${storedPerceptions("v")} AS perceptions
    FROM jsonb_to_recordset(${rows}::jsonb) AS a("posNumber" int, "voucherType" int, "voucherNumber" int, cuit text)
    JOIN company c ON c.id = ${companyId}
    JOIN voucher v ON v.company_id = c.id AND v.production = ${production} AND v.pos_number = a."posNumber"
      AND v.voucher_type = a."voucherType" AND v.voucher_number = a."voucherNumber" AND coalesce(a.cuit, c.cuit) = c.cuit`,
  );
  return found.filter(({ perceptions }) => perceptions !== null);
}

/**
 * Perceptions of an original that its credit notes have taken, those on their way included. Undefined when the key is in use: then the
 * request may need none.
 */
export async function findCreditedPerceptions(
  db: Statements,
  scope: Tenant,
  original: NumberedVoucher,
  idempotency: string,
): Promise<ValuedPerceptions[] | undefined> {
  const { companyId, production } = scope;
  const [row] = await db.$queryRaw<[{ taken: boolean; credits: ValuedPerceptions[] }]>(
    prepared("find_credited_perceptions")`
    SELECT
      EXISTS (SELECT FROM issuance i WHERE i.company_id = ${companyId} AND i.production = ${production}
        AND i.idempotency = ${idempotency} AND i.state IN ('queued', 'submitted', 'approved')) AS taken,
      (SELECT coalesce(jsonb_agg(counted), '[]') FROM (
        SELECT n.currency, CASE n.currency WHEN 'PES' THEN '1' ELSE n.currency_quotation::text END AS quotation, n.perceptions::jsonb
        FROM voucher v CROSS JOIN LATERAL (SELECT n.voucher_type, n.currency, n.currency_quotation, ${storedPerceptions("n")} AS perceptions
          ${notesOfVoucher}) n
        WHERE v.company_id = ${companyId} AND v.production = ${production} AND v.id = ${original.id}::bigint
          AND ${isCreditNote("n.voucher_type")} AND n.perceptions IS NOT NULL
        UNION ALL
        SELECT i.body #>> '{currency,id}', i.body #>> '{currency,quotation}', i.body -> 'computedPerceptions'
        ${pendingCredits(scope, original)} AND i.body ? 'computedPerceptions'
      ) counted) AS credits`,
  );
  return row.taken ? undefined : row.credits;
}
