import type { Approval, ApproveResult } from "../shared/db/approve.js";
import type { TakenSequence } from "../shared/db/sequences.js";
import type { Submission } from "../shared/db/submissions.js";
import type { SubmitResult } from "../shared/db/write-ahead.js";
import type { Amounts } from "../shared/domain/amounts.js";
import type { AuthorityMessage, CaeOutcome, ConsultOutcome, LastNumberOutcome } from "../shared/domain/cae-outcome.js";
import type { NoVoucher } from "../shared/domain/issuance-outcome.js";
import type { SequenceKey } from "../shared/domain/sequence.js";
import type { Log } from "../shared/log.js";
import type { KeptSequences } from "./kept-sequences.js";

/** What issuing needs from the outside, as plain functions: the same code runs against the real parts and in simulation. */
export interface IssuerDeps {
  store: IssuanceStore;
  authority: AuthorityAccess;
  lock: SequenceLock;
  kept: KeptSequences;
  /** Wakes whoever waits for the issuance, while the work goes on; may be lost. */
  announce(issuanceId: number): void;
  /** Adds the PDF's job, while the work goes on; may be lost, a sweep adds it again. */
  followUp(voucherId: number, requestId: string): void;
  clock: { monotonicMs(): number; sleep(ms: number): Promise<void> };
  /** Counts what the metrics show. */
  count(event: IssuerEvent): void;
  /** The longest one call to the authority may take. */
  callTimeoutMs: number;
  /** Vouchers of one sequence asked for in one call. */
  batchMax: number;
  log: Log;
}

/** `vatCured`: a voucher was sent again with the authority's split of its VAT. */
export type IssuerEvent = "vatCured";

/**
 * Each is one committed statement, `approve` a second one when the first was refused; those that take `taken` are void once
 * another taker came. Those that free or change a number or what is asked for under it put the numbers after it back in line: the
 * authority goes by the order of the numbers, so those cannot be granted any more.
 */
export interface IssuanceStore {
  takeSequence(key: SequenceKey): Promise<TakenSequence>;
  isCurrent(taken: TakenSequence): Promise<boolean>;
  resynchronise(taken: TakenSequence, lastNumber: number): Promise<boolean>;
  /** How long ago the submission's number was written ahead. */
  submittedAgoMs(submission: Submission): Promise<number>;
  listSubmissions(key: SequenceKey): Promise<Submission[]>;
  hasQueued(key: SequenceKey): Promise<boolean>;
  submitNext(taken: TakenSequence, most: number): Promise<SubmitResult>;
  /** @param most of those who wait, so many at most are written ahead in the same commit if it can be; none unless told */
  approve(taken: TakenSequence, approvals: Approval[], most?: number): Promise<ApproveResult | undefined>;
  settleWithoutVoucher(
    taken: TakenSequence,
    submission: Submission,
    state: "rejected" | "failed",
    outcome: NoVoucher,
  ): Promise<boolean>;
  renumber(taken: TakenSequence, submission: Submission, lastNumber: number): Promise<Submission | undefined>;
  rewriteAmounts(taken: TakenSequence, submission: Submission, amounts: Amounts): Promise<Submission | undefined>;
  markDoubt(taken: TakenSequence, submission: Submission, doubt: "resolving" | "unconfirmed"): Promise<boolean>;
  recordRefusal(taken: TakenSequence, submission: Submission, reasons: AuthorityMessage[]): Promise<boolean>;
  settleQueued(
    taken: TakenSequence,
    state: "cancelled" | "failed" | "rejected",
    outcome: NoVoucher,
    only?: number,
  ): Promise<number[]>;
}

/** The authority, opened for one company in one environment; none of these throws for what the network does. */
export interface AuthoritySession {
  /** One call for consecutive numbers; gives an outcome for each, in their order. */
  requestCae(submissions: Submission[], mayStart: () => boolean): Promise<CaeOutcome[]>;
  /** `issuanceId`: for whose sake it is asked, so that the exchange can be shown with it. */
  consult(number: number, issuanceId?: number): Promise<ConsultOutcome>;
  lastNumber(issuanceId?: number): Promise<LastNumberOutcome>;
  /**
   * Compares every field that was sent with what was found. `different` needs a field with two values: one that only one
   * side has may be the authority's way of answering, and proves nothing.
   */
  compare(submission: Submission, found: Record<string, string>): "same" | "different" | "incomparable";
  /** Replaces a ticket that the authority did not accept. False when no other can be had now. */
  renewTicket(): Promise<boolean>;
}

export type SessionOutcome =
  | { outcome: "open"; session: AuthoritySession }
  | { outcome: "unavailable"; reason: NoVoucher };

export interface AuthorityAccess {
  /** A ticket is in hand when this answers "open". */
  open(key: SequenceKey): Promise<SessionOutcome>;
}

export interface SequenceLock {
  /** Tries once. Undefined when somebody else holds the sequence. */
  tryTake(key: SequenceKey): Promise<HeldLock | undefined>;
}

export interface HeldLock {
  /** False once the lock could not be extended: finish what is under way and take nothing new. */
  isHeld(): boolean;
  release(): Promise<void>;
}
