import type { NoVoucher } from "../../domain/issuance-outcome.js";
import type { IssuanceRequest } from "../../domain/issuance-request.js";
import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import type { Database } from "../pool/database.js";
import { type ListPage, toPage } from "../sql/list-page.js";

/** Result of an element of a batch. */
export interface ElementRow {
  /** Position in the batch, from 0. */
  index: number;
  idempotency: string;
  state: "pending" | "issued" | "failed";
  posNumber: number;
  voucherType: number;
  /** Id of its voucher. Its point of sale is another than the asked one when that stood in, in a contingency. */
  id: number | null;
  voucherPos: number | null;
  voucherNumber: number | null;
  cae: string | null;
  totalAmount: string | null;
  outcome: NoVoucher | null;
  /** Another request has its key: a voucher of that is the element's. */
  isKeyOpen: boolean;
  /**
   * While it is pending, what a person must decide before it goes on: whether its own number was given (`itself`), or an earlier one of its
   * point of sale and type (`earlier`).
   */
  undecided: "itself" | "earlier" | null;
  /** Request, where the authority refused it; null when it is not kept any more. */
  body: IssuanceRequest | null;
  /** Context of a preview, on the day when it was settled; null where the authority did not refuse it. */
  standing: { issuer: { cuit: string; taxType: number }; today: string; lastDate: string | null } | null;
}

/** The elements of a batch in order, with how many it has. Without a page, all of them. */
export async function listElements(
  db: Database,
  scope: Tenant,
  batchId: number,
  page?: ListPage,
): Promise<{ total: number; rows: ElementRow[] }> {
  const [[batch], rows] = await Promise.all([
    db.$queryRaw<{ total: number }[]>`SELECT b.total FROM batch b WHERE ${inScope(scope, "b")} AND b.id = ${batchId}`,
    db.$queryRaw<ElementRow[]>`
      SELECT e.index, e.idempotency, e.state, e.pos_number AS "posNumber", e.voucher_type AS "voucherType",
        v.id, v.pos_number AS "voucherPos", v.voucher_number AS "voucherNumber", v.cae, v.total_amount::text AS "totalAmount", e.outcome,
        coalesce(i.state IN ('queued', 'submitted', 'approved'), false) AS "isKeyOpen",
        CASE WHEN e.state <> 'pending' THEN NULL WHEN i.state = 'submitted' AND i.operator_reason IS NOT NULL THEN 'itself'
          WHEN EXISTS (SELECT FROM issuance w WHERE w.company_id = e.company_id AND w.production = e.production AND w.pos_number = e.pos_number
            AND w.voucher_type = e.voucher_type AND w.state = 'submitted' AND w.operator_reason IS NOT NULL) THEN 'earlier' END AS undecided,
        -- A refusal is explained as a preview would.
        CASE WHEN e.outcome ->> 'code' = 'TAXAUTH_ERROR' AND i.revision = e.revision THEN i.body END AS body,
        CASE WHEN e.outcome ->> 'code' = 'TAXAUTH_ERROR' THEN jsonb_build_object(
          'issuer', jsonb_build_object('cuit', c.cuit, 'taxType', c.tax_type),
          'today', to_char(e.settled_at AT TIME ZONE 'America/Argentina/Buenos_Aires', 'YYYYMMDD'),
          'lastDate', (SELECT s.last_date FROM sequence s WHERE s.company_id = e.company_id AND s.production = e.production
            AND s.pos_number = e.pos_number AND s.voucher_type = e.voucher_type)) END AS standing
      FROM batch_element e
        JOIN company c ON c.id = e.company_id
        -- One that ended without having been armed may not be linked yet: see waiting-elements.ts.
        LEFT JOIN issuance i ON i.id = coalesce(e.issuance_id, (SELECT k.id FROM issuance k
          WHERE e.state = 'failed' AND e.attempt IS NOT NULL AND k.company_id = e.company_id AND k.production = e.production AND k.idempotency = e.idempotency))
        LEFT JOIN voucher v ON v.issuance_id = e.issuance_id AND e.state = 'issued'
      WHERE ${inScope(scope, "e")} AND e.batch_id = ${batchId} ORDER BY e.index ${toPage(page)}`,
  ]);
  return { total: batch?.total ?? 0, rows };
}
