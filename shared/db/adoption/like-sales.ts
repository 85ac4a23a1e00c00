import { lastAfter } from "../../domain/days-before.js";
import {
  isEqualTo,
  isOfForgotten,
  type KeylessSale,
  type UnissuedSale,
  type VoucherIdentity,
} from "../../domain/equal-sale.js";
import type { SequenceKey } from "../../domain/sequence.js";
import { ofSequence, voucherlessOf } from "../issuing/submissions.js";
import type { Statements } from "../pool/database.js";

/** A sale of ours without a voucher, which a voucher without a key looks like. */
export interface LikeSale {
  issuanceId: number;
  key: string;
  /** Doubt of its outcome or its key, so that the voucher may well be its own. */
  isDoubtful: boolean;
}

/** A voucher, with what tells its perceptions apart. */
export type LikedVoucher = VoucherIdentity & Pick<KeylessSale, "tributesAmount">;

/** The authority's split of the VAT moves a total by cents. */
const nearly = 1;

/** Bound of the equal sales that are told. */
const maxTold = 20;

/**
 * The sales of a numbering that have no voucher, and that equal a voucher there.
 * @param isOfBefore also those that are dated up to ten days later, or have other perceptions: who sends a sale again after midnight dates it
 *   anew, and its perceptions are computed anew
 */
export async function listLike(
  db: Statements,
  key: SequenceKey,
  voucher: LikedVoucher,
  isOfBefore = false,
): Promise<LikeSale[]> {
  const { voucherDate } = voucher;
  const until = isOfBefore ? lastAfter(voucherDate) : voucherDate;
  const sales = await db.$queryRaw<(LikeSale & UnissuedSale)[]>`
    SELECT i.id AS "issuanceId", i.idempotency AS key, i.doubt IS NOT NULL OR public.is_suspect(i.id) AS "isDoubtful",
      i.pos_number AS "posNumber", i.voucher_type AS "voucherType", NULL AS substitute, i.body, i.amounts, i.declared
    FROM issuance i WHERE ${ofSequence(key)} AND i.id IN (${voucherlessOf(key)})
      AND i.amounts IS NOT NULL AND i.body ->> 'voucherDate' BETWEEN ${voucherDate} AND ${until}
      AND (abs((i.amounts ->> 'total')::numeric - ${voucher.totalAmount}::numeric) <= ${nearly}
        OR ${isOfBefore}::boolean AND i.body ->> 'perceptions' IS NOT NULL)
    ORDER BY i.id`;
  return sales
    .filter((sale) => (isOfBefore ? isOfForgotten(sale, voucher) : isEqualTo(sale, voucher)))
    .slice(0, maxTold)
    .map(({ issuanceId, key, isDoubtful }) => ({ issuanceId, key, isDoubtful }));
}
