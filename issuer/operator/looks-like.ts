import type { LikeSale } from "../../shared/db/adoption/like-sales.js";
import type { PassedVoucher } from "../../shared/db/issuer-requests/authority-question.js";
import type { AuthorityVoucher } from "../../shared/domain/cae-outcome.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { resemblanceOf } from "../authority/wsfe/equal-content.js";
import { toRecordedVoucher } from "../authority/wsfe/recorded-voucher.js";
import type { AuthoritySession } from "../issuing/deps.js";
import type { Claims } from "./claims.js";
import type { PassedNumbers } from "./passed-numbers.js";

/** The vouchers that a decision imports, each with the sales that it looks like. */
export interface Likeness {
  passed: PassedVoucher[];
  /** Likeness to what a key of ours may have been granted: such a voucher does not show that anybody else issues there. */
  mayBeOurs: boolean;
}

interface LikenessReads {
  authority: Pick<AuthoritySession, "compare">;
  claims: Pick<Claims, "listLike" | "findNumberState">;
  key: SequenceKey;
}

/** @param issuanceId the sale that is decided about: none of them is its own */
export async function findLikeness(
  { authority, claims, key }: LikenessReads,
  { vouchers, freed }: PassedNumbers,
  issuanceId: number,
): Promise<Likeness> {
  const passed: PassedVoucher[] = [];
  let mayBeOurs = vouchers.some((voucher) =>
    freed.some(
      ({ number, declared }) =>
        voucher.numberTo === number &&
        resemblanceOf(authority.compare({ number, declared }, voucher.content)) !== "other",
    ),
  );
  for (const voucher of vouchers) {
    const { numberTo: number, cae } = voucher;
    if ((await claims.findNumberState(key, number)).voucher?.isTaken) continue;
    const like = (await listLike(claims, key, voucher)).filter((one) => one.issuanceId !== issuanceId);
    mayBeOurs ||= like.some(({ isDoubtful }) => isDoubtful);
    passed.push({ number, cae, like: like.map(({ issuanceId, key }) => ({ issuanceId, key })) });
  }
  return { passed, mayBeOurs };
}

/** A lot is nobody's here. */
async function listLike(
  claims: Pick<Claims, "listLike">,
  key: SequenceKey,
  voucher: AuthorityVoucher,
): Promise<LikeSale[]> {
  const recorded = toRecordedVoucher(voucher);
  if (!recorded || recorded.voucherNumber !== voucher.numberTo) return [];
  const { posNumber, voucherType } = key;
  return claims.listLike(key, { ...recorded, posNumber, voucherType });
}

/** Tells a person of them, as the end of what the decision does. Empty when none looks like a sale of ours. */
export const tellLikeness = (passed: PassedVoucher[]): string =>
  passed
    .filter(({ like }) => like.length > 0)
    .map(
      ({ number, like }) =>
        ` The voucher under number ${number} is imported, and looks like that of ${like
          .map((one) => `the key ${one.key} (issuance resolve ${one.issuanceId} --adopt --number ${number})`)
          .join(" or ")}.`,
    )
    .join("");
