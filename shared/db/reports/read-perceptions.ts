import { perceptionType } from "../../domain/perceptions/perceived-tributes.js";
import type { PerceivedVoucher } from "../../domain/reports/sircip-records.js";
import type { Tenant } from "../../domain/tenant.js";
import { creditNoteTypes } from "../../domain/voucher-types.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import type { ReportPeriod } from "./read-vouchers.js";
import type { Snapshot } from "./snapshot.js";

/**
 * The vouchers of a period that concern SIRCIP, in chunks: by date, type, point of sale and number. A credit note comes with the first voucher of
 * ours that it names. Perceptions are the first member of a payload that has them, so the others are told apart without reading theirs.
 */
export async function* readPerceivedVouchers(
  snapshot: Snapshot,
  tenant: Tenant,
  period: ReportPeriod,
): AsyncGenerator<PerceivedVoucher[]> {
  yield* snapshot.read<PerceivedVoucher>(Prisma.sql`
    SELECT v.voucher_type AS "voucherType", v.pos_number AS "posNumber", v.voucher_number AS "voucherNumber", v.voucher_date AS "voucherDate",
      v.doc_number AS "docNumber", v.source = 'rcel' AS "isImported", p.perceptions, o.original,
      CASE WHEN v.currency = 'PES' THEN '1' ELSE trim_scale(v.currency_quotation)::text END AS quotation
    FROM voucher v
    JOIN company c ON c.id = v.company_id
    CROSS JOIN LATERAL json_to_record(('{' || v.payload || '}')::json) AS p(perceptions jsonb, tributes json, "associatedVouchers" json)
    LEFT JOIN LATERAL (
      SELECT jsonb_build_object('voucherType', o.voucher_type, 'posNumber', o.pos_number, 'voucherNumber', o.voucher_number) AS original
      FROM json_array_elements(CASE json_typeof(p."associatedVouchers") WHEN 'array' THEN p."associatedVouchers" END) WITH ORDINALITY AS a(named, place)
      JOIN voucher o ON ${inScope(tenant, "o")} AND o.voucher_type = (a.named ->> 'voucherType')::int
        AND o.pos_number = (a.named ->> 'posNumber')::int AND o.voucher_number = (a.named ->> 'voucherNumber')::int
      WHERE v.voucher_type = ANY(${creditNoteTypes}::int[]) AND coalesce(a.named ->> 'cuit', c.cuit) = c.cuit
      ORDER BY a.place LIMIT 1) o ON true
    WHERE ${inScope(tenant, "v")} AND v.voucher_date BETWEEN ${`${period}01`} AND ${`${period}31`}
      AND CASE WHEN v.source = 'rcel' THEN v.tributes_amount > 0 AND EXISTS (
          SELECT FROM json_array_elements(CASE json_typeof(p.tributes) WHEN 'array' THEN p.tributes END) t WHERE (t ->> 'type')::int = ${perceptionType})
        ELSE v.payload LIKE '"perceptions":{%' END
    ORDER BY v.voucher_date, v.voucher_type, v.pos_number, v.voucher_number`);
}
