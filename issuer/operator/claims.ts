import type { Claim, Claimed } from "../../shared/db/claims/claim-voucher.js";
import type { Claimant, NumberStanding } from "../../shared/db/claims/claimants.js";
import type { TakenSequence } from "../../shared/db/issuing/sequences.js";
import type { AuthorityVoucher } from "../../shared/domain/cae-outcome.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";

/** What is read before an issuance adopts a voucher whose number is not its own. */
export interface Claims {
  findClaimant(key: SequenceKey, issuanceId: number): Promise<Claimant | undefined>;
  findStanding(key: SequenceKey, number: number): Promise<NumberStanding>;
  /** Whether the database may have forgotten vouchers of the sequence. The sequence need not be taken for this. */
  isUnverified(key: SequenceKey): Promise<boolean>;
  /** Whether an attempt of the issuance's key may have made the voucher with this number, as far as the database knows. */
  mayHaveSent(issuanceId: number, at: SequenceKey, number: number): Promise<boolean>;
  listFreedOf(taken: TakenSequence, issuanceId: number): Promise<number[]>;
  listUnexplained(key: SequenceKey, date: string, authorityLast: number): Promise<number[]>;
}

/** The commit that makes the voucher the issuance's. */
export interface ClaimCommit {
  claim(
    taken: TakenSequence,
    claim: Omit<Claim, "recorded"> & { found: AuthorityVoucher },
  ): Promise<Claimed | "unreadable">;
}
