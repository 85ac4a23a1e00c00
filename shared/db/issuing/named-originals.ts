import type { AssociatedVoucher } from "../../domain/issuance-request.js";
import { type NamedOriginal, shortName } from "../../domain/remarks/named-original.js";
import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import type { Database } from "../pool/database.js";

/** Reads the vouchers of ours among those that notes name: one reading for all of them. A voucher of another CUIT is none of ours. */
export async function findNamedOriginals(
  db: Database,
  scope: Tenant,
  named: AssociatedVoucher[],
): Promise<(associated: AssociatedVoucher) => NamedOriginal | undefined> {
  const [{ cuit: own, found }] = await db.$queryRaw<[{ cuit: string; found: NamedOriginal[] }]>`
    SELECT c.cuit, (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
        'voucherType', v.voucher_type,
        'posNumber', v.pos_number,
        'voucherNumber', v.voucher_number,
        'voucherDate', v.voucher_date,
        'docType', v.doc_type,
        'docNumber', v.doc_number,
        'condition', coalesce(p."receiverTaxConditionId", (p.customer ->> 'taxType')::int))), '[]')
      FROM jsonb_to_recordset(${JSON.stringify(named)}::jsonb) AS n("voucherType" int, "posNumber" int, "voucherNumber" int)
      JOIN voucher v ON v.voucher_type = n."voucherType" AND v.pos_number = n."posNumber" AND v.voucher_number = n."voucherNumber"
      CROSS JOIN LATERAL json_to_record(('{' || v.payload || '}')::json) AS p(customer json, "receiverTaxConditionId" int)
      WHERE ${inScope(scope, "v")}) AS found
    FROM company c WHERE c.id = ${scope.companyId}`;
  const originals = new Map(found.map((original) => [shortName(original), original]));
  return (associated) => ((associated.cuit ?? own) === own ? originals.get(shortName(associated)) : undefined);
}
