import type { Adoption, AdoptionResult } from "../../shared/db/adoption/adopt-voucher.js";
import type { AdoptionCandidate, DateSpan, NumberState } from "../../shared/db/adoption/claimants.js";
import type { EarlierContent, OtherEarlier } from "../../shared/db/adoption/earlier-contents.js";
import type { FreedNumber } from "../../shared/db/adoption/freed-numbers.js";
import type { LikedVoucher, LikeSale } from "../../shared/db/adoption/like-sales.js";
import type { OwnedSequence } from "../../shared/db/issuing/sequences.js";
import type { KeylessVoucher } from "../../shared/db/reconcile/keyless-vouchers.js";
import type { AuthorityVoucher } from "../../shared/domain/cae-outcome.js";
import type { VoucherIdentity } from "../../shared/domain/equal-sale.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { Tenant } from "../../shared/domain/tenant.js";

/** Reads before an issuance adopts a voucher whose number is not its own, or leaves one to others. */
export interface Claims {
  findAdoptionCandidate(key: SequenceKey, issuanceId: number): Promise<AdoptionCandidate | undefined>;
  findNumberState(key: SequenceKey, number: number): Promise<NumberState>;
  /** Whether the database may have forgotten vouchers of the sequence. The sequence need not be taken for this. */
  isUnverified(key: SequenceKey): Promise<boolean>;
  /** Whether an attempt of the issuance's key may have made the voucher with this number, as far as the database knows. */
  mayHaveSent(issuanceId: number, at: SequenceKey, number: number): Promise<boolean>;
  listFreedOf(taken: OwnedSequence, issuanceId: number): Promise<number[]>;
  /** Lists declarations under numbers of the sequence before they were freed, from one number to another. */
  listFreed(key: SequenceKey, from: number, to: number): Promise<FreedNumber[]>;
  /** Contents that the issuance's key was sent with under numbers that were freed since. */
  listEarlier(issuanceId: number): Promise<EarlierContent[]>;
  /** The other keys that were sent with what a voucher shows, under its number or where an attempt may be forgotten. */
  listOtherEarlier(
    key: SequenceKey,
    voucher: VoucherIdentity,
    of: { issuanceId: number; number: number | null; mayBeForgotten: boolean },
  ): Promise<OtherEarlier[]>;
  listUnknown(key: SequenceKey, dates: DateSpan, authorityLast: number): Promise<number[]>;
  /** The vouchers of these dates that were imported and have no key, in all numberings of the company. */
  listKeylessOn(tenant: Tenant, dates: string[]): Promise<KeylessVoucher[]>;
  /** The sales of the sequence that have no voucher, and that equal this one. `isOfBefore`: also those that are dated some days later. */
  listLike(key: SequenceKey, voucher: LikedVoucher, isOfBefore?: boolean): Promise<LikeSale[]>;
}

/** The commit that makes the voucher the issuance's. */
export interface AdoptionCommit {
  claim(
    taken: OwnedSequence,
    claim: Omit<Adoption, "recorded"> & { found: AuthorityVoucher },
  ): Promise<AdoptionResult | "unreadable">;
}
