import { type CountedNote, type Excess, findExcess, type Money } from "../../domain/credit-bound.js";
import type { Original } from "../../domain/note-of-voucher.js";
import { readPayload } from "../../domain/stored-payload.js";
import type { Tenant } from "../../domain/tenant.js";
import type { NoteKind } from "../../domain/voucher-types.js";
import { inScope } from "../fragments/scope.js";
import { isCreditNote, notesOfVoucher } from "../fragments/voucher-notes.js";
import { Prisma } from "../generated/client.js";
import type { Statements } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import type { IssuanceAttempt } from "./issuances.js";

export async function findOriginal(db: Statements, scope: Tenant, id: number): Promise<Original | undefined> {
  const [row] = await db.$queryRaw<(Omit<Original, "payload"> & { payload: string })[]>(prepared("find_original")`
    SELECT v.id, v.voucher_type AS "voucherType", v.pos_number AS "posNumber", v.voucher_number AS "voucherNumber",
      v.voucher_date::text AS "voucherDate", v.payload, v.source = 'rcel' AS "isImported", c.cuit,
      coalesce((SELECT i.pos_number FROM issuance i WHERE v.caea AND i.id = v.issuance_id), v.pos_number) AS "askedPos",
      jsonb_build_object('id', v.currency, 'quotation', CASE v.currency WHEN 'PES' THEN 1 ELSE v.currency_quotation END) AS currency,
      jsonb_build_object('net', v.net_amount::text, 'vat', v.vat_amount::text, 'exempt', v.exempt_amount::text,
        'notTaxable', v.not_taxable_amount::text, 'tributes', v.tributes_amount::text, 'total', v.total_amount::text,
        'vatRows', v.vat, 'lines', v.lines, 'rounding', 'authority') AS amounts
    FROM voucher v JOIN company c ON c.id = v.company_id WHERE ${inScope(scope, "v")} AND v.id = ${id}`);
  return row && { ...row, payload: readPayload(row.payload) };
}

/** The credits of an original that are on their way, as the rest of a SELECT: their issuances are `i`. */
export const pendingCredits = (
  { companyId, production }: Tenant,
  {
    id,
    cuit,
    voucherType,
    posNumber,
    voucherNumber,
  }: Pick<Original, "id" | "cuit" | "voucherType" | "posNumber" | "voucherNumber">,
): Prisma.Sql => Prisma.sql`
  FROM issuance i
  WHERE i.company_id = ${companyId} AND i.production = ${production} AND i.state IN ('queued', 'submitted')
    AND ${isCreditNote("i.voucher_type")}
    AND (i.credited_id = ${id}::bigint OR EXISTS (SELECT FROM jsonb_array_elements(i.body -> 'associatedVouchers') AS one
      WHERE (one ->> 'posNumber')::int = ${posNumber}::int AND (one ->> 'voucherType')::int = ${voucherType}::int
        AND (one ->> 'voucherNumber')::int = ${voucherNumber}::int AND coalesce(one ->> 'cuit', ${cuit}) = ${cuit}))`;

/** The notes of an original, those on their way included. Undefined when the key is in use, and the request may need no credit. */
async function findCountedNotes(
  db: Statements,
  scope: Tenant,
  original: Original,
  idempotency: string,
): Promise<CountedNote[] | undefined> {
  const { companyId, production } = scope;
  const [row] = await db.$queryRaw<[{ taken: boolean; notes: CountedNote[] }]>(prepared("find_counted_notes")`
    SELECT
      EXISTS (SELECT FROM issuance i WHERE i.company_id = ${companyId} AND i.production = ${production}
        AND i.idempotency = ${idempotency} AND i.state IN ('queued', 'submitted', 'approved')) AS taken,
      (SELECT coalesce(jsonb_agg(counted), '[]') FROM (
        SELECT ${isCreditNote("n.voucher_type")} AS "isCredit", n.total_amount::text AS total, n.currency, n.currency_quotation::text AS quotation
        FROM voucher v CROSS JOIN LATERAL (SELECT n.* ${notesOfVoucher}) n
        WHERE v.company_id = ${companyId} AND v.production = ${production} AND v.id = ${original.id}::bigint
        UNION ALL
        SELECT true, i.amounts ->> 'total', i.body #>> '{currency,id}', i.body #>> '{currency,quotation}'
        ${pendingCredits(scope, original)}
      ) counted) AS notes`);
  return row.taken ? undefined : row.notes;
}

/** A note that is asked for of a voucher. Credits alone are bounded. */
export interface NoteOf {
  kind: NoteKind;
  original: Original;
  /** Credit of the whole original. */
  isFull: boolean;
}

/** Whether a credit is more than what is left, as far as is known without the original's lock. */
export async function foreseeExcess(
  db: Statements,
  scope: Tenant,
  credit: NoteOf,
  { body: { currency, idempotency }, amounts }: Pick<IssuanceAttempt, "body" | "amounts">,
): Promise<Excess | undefined> {
  const { original, isFull } = credit;
  const notes = await findCountedNotes(db, scope, original, idempotency);
  return (
    notes && findExcess(toMoney(original.amounts, original.currency), notes, { ...toMoney(amounts, currency), isFull })
  );
}

const toMoney = (
  { total }: IssuanceAttempt["amounts"],
  { id, quotation }: IssuanceAttempt["body"]["currency"],
): Money => ({
  total,
  currency: id,
  quotation,
});
