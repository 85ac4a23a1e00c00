import type { NumberVoucher } from "../../shared/db/adoption/claimants.js";
import type { AuthorityVoucher } from "../../shared/domain/cae-outcome.js";
import { inEnglish } from "../../shared/domain/localized-text.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { VoucherName } from "../../shared/domain/voucher-name.js";
import { toRecordedVoucher } from "../authority/wsfe/recorded-voucher.js";
import type { Claims } from "./claims.js";
import { type OtherOwner, sayWhyNotAdopt, whyNotAdopt } from "./why-not-adopt.js";

interface Adopting {
  claims: Pick<Claims, "listLike" | "listOtherEarlier">;
  /** The numbering of the sale that is to have the voucher. */
  key: SequenceKey;
  issuanceId: number;
  found: AuthorityVoucher;
  /** The voucher, if it was imported. */
  kept: NumberVoucher;
  /** The voucher's numbering, if it stands at the point of sale that stood in under CAEA. */
  at?: SequenceKey;
  /** The database may have forgotten attempts in the voucher's numbering. */
  unverified: boolean;
}

/**
 * The other keys without a voucher whose own this one may be: they had its number before it was freed, and were sent for it with what it shows. Where
 * the database may have forgotten an attempt, also those in doubt that equal it, if only but for a later date, or were sent with the same under any number.
 */
async function findOtherOwners(adopting: Adopting): Promise<OtherOwner[]> {
  const { claims, key, issuanceId, found, kept, at = key } = adopting;
  const recorded = toRecordedVoucher(found);
  if (!recorded) return [];
  const { posNumber, voucherType } = key;
  const shown = { ...recorded, posNumber, voucherType };
  const mayBeForgotten = adopting.unverified || kept?.mayBeForgotten === true;
  const number = at.posNumber === posNumber ? recorded.voucherNumber : null;
  const earlier = await claims.listOtherEarlier(key, shown, { issuanceId, number, mayBeForgotten });
  const like = mayBeForgotten ? await claims.listLike(key, shown, true) : [];
  return [...earlier, ...like.filter((one) => one.isDoubtful && one.issuanceId !== issuanceId)];
}

/**
 * Why a voucher is not given to a sale before it is named as no other key's. `isContested`: it is another's, as far as is known here, so its name is
 * no slip.
 */
export async function explainOwners(
  adopting: Adopting,
  named: readonly VoucherName[],
): Promise<{ why: string | undefined; isContested: boolean }> {
  const { key, at = key, found } = adopting;
  const owners = await findOtherOwners(adopting);
  const voucher = { posNumber: at.posNumber, voucherType: at.voucherType, number: found.numberTo };
  const fault = whyNotAdopt({ voucher, salePos: key.posNumber, owners }, named);
  return { why: fault && inEnglish(sayWhyNotAdopt(fault)), isContested: owners.length > 0 };
}
