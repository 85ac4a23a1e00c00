import type { Amounts } from "../../domain/amounts.js";
import type { IssuanceRequest } from "../../domain/issuance-request.js";
import type { Original } from "../../domain/note-of-voucher.js";
import type { LinedVoucher } from "../../domain/rest-of-original.js";
import { readPayload } from "../../domain/stored-payload.js";
import type { Tenant } from "../../domain/tenant.js";
import { isCreditNote, notesOfVoucher } from "../fragments/voucher-notes.js";
import type { Statements } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { pendingCredits } from "./credits.js";

interface LinedCreditRow {
  isCredit: boolean;
  /** Payload of a voucher, as it is stored. Null of a credit that is on its way. */
  payload: string | null;
  body: Pick<IssuanceRequest, "items" | "priceIncludesVat"> | null;
  isImported: boolean;
  currency: LinedVoucher["currency"];
  amounts: Amounts;
}

/**
 * The credits of an original with their items and what they declared, those on their way included. Undefined when a debit note raised the
 * original: then its items tell nothing about what is left.
 */
export async function findLinedCredits(
  db: Statements,
  scope: Tenant,
  original: Original,
): Promise<LinedVoucher[] | undefined> {
  const { companyId, production } = scope;
  const rows = await db.$queryRaw<LinedCreditRow[]>(prepared("find_lined_credits")`
    SELECT ${isCreditNote("n.voucher_type")} AS "isCredit", n.payload, NULL::jsonb AS body, n.source = 'rcel' AS "isImported",
      jsonb_build_object('id', n.currency, 'quotation', CASE n.currency WHEN 'PES' THEN 1 ELSE n.currency_quotation END) AS currency,
      jsonb_build_object('net', n.net_amount::text, 'vat', n.vat_amount::text, 'exempt', n.exempt_amount::text,
        'notTaxable', n.not_taxable_amount::text, 'vatRows', n.vat) AS amounts
    FROM voucher v CROSS JOIN LATERAL (SELECT n.* ${notesOfVoucher}) n
    WHERE v.company_id = ${companyId} AND v.production = ${production} AND v.id = ${original.id}::bigint
    UNION ALL
    SELECT true, NULL, jsonb_build_object('items', i.body -> 'items', 'priceIncludesVat', i.body -> 'priceIncludesVat'), false,
      i.body -> 'currency', i.amounts
    ${pendingCredits(scope, original)}`);
  return rows.every(({ isCredit }) => isCredit) ? rows.map(toLined) : undefined;
}

function toLined({ payload, body, isImported, currency, amounts }: LinedCreditRow): LinedVoucher {
  const { items = null, priceIncludesVat = true } = body ?? (payload === null ? {} : readPayload(payload));
  return { items: isImported ? null : items, priceIncludesVat, currency, amounts };
}
