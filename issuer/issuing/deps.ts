import type { Approval, ApproveResult } from "../../shared/db/issuing/approve.js";
import type { Doubt } from "../../shared/db/issuing/doubts.js";
import type { Situation, TakenSequence } from "../../shared/db/issuing/sequences.js";
import type { Release } from "../../shared/db/issuing/settle-issuances.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { Renumbering, SubmitResult } from "../../shared/db/issuing/write-ahead.js";
import type { Amounts } from "../../shared/domain/amounts.js";
import type { CaeOutcome, ConsultOutcome, LastNumberOutcome } from "../../shared/domain/cae-outcome.js";
import type { Declaration } from "../../shared/domain/declaration.js";
import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { Log } from "../../shared/log.js";
import type { FieldDifference } from "../authority/wsfe/equal-content.js";
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
  /** For so long look-up and counter must show a number as never granted, until a refusal of it is believed. */
  evidenceQuietMs: number;
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
  resynchronise(taken: TakenSequence, lastNumber: number, heardAtMs: number | null): Promise<boolean>;
  /** What is known of the sequence when a voucher was found under a number of ours. */
  readSituation(taken: TakenSequence): Promise<Situation>;
  /** How many of the numbers between its last one and `until` have a voucher here. */
  countExplained(taken: TakenSequence, until: number): Promise<number>;
  /** What other issuances declared when they lost this number to a refusal, while a request of theirs may live. */
  findFreed(taken: TakenSequence, submission: Submission): Promise<Declaration[]>;
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
    release?: Release,
  ): Promise<boolean>;
  renumber(taken: TakenSequence, submission: Submission, to: Renumbering): Promise<Submission | undefined>;
  rewriteAmounts(taken: TakenSequence, submission: Submission, amounts: Amounts): Promise<Submission | undefined>;
  markResolving(taken: TakenSequence, submission: Submission): Promise<boolean>;
  markUnconfirmed(taken: TakenSequence, submission: Submission, doubt?: Doubt): Promise<boolean>;
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
  /** What is declared, by the authority's names, in the form in which two vouchers are compared. */
  contentOf(sent: Pick<Submission, "number" | "declared">): Record<string, string>;
  /** The declared fields that were not found as they were sent. */
  compare(sent: Pick<Submission, "number" | "declared">, found: Record<string, string>): FieldDifference[];
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
