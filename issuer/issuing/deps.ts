import type { FailoverResult } from "../../shared/db/contingency/fail-over-issuances.js";
import type { Approval, ApprovedVoucher, ApproveResult } from "../../shared/db/issuing/approve.js";
import type { Doubt } from "../../shared/db/issuing/doubts.js";
import type { OwnedSequence, Situation } from "../../shared/db/issuing/sequences.js";
import type { Release } from "../../shared/db/issuing/settle-issuances.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { BatchLimits, Renumbering, RequestTraits, SubmitResult } from "../../shared/db/issuing/write-ahead.js";
import type { Amounts } from "../../shared/domain/amounts.js";
import type { AuthorityProblem } from "../../shared/domain/authority-problem.js";
import type { AnswerKind, CaeOutcome, ConsultOutcome, LastNumberOutcome } from "../../shared/domain/cae-outcome.js";
import type { Declaration } from "../../shared/domain/declaration.js";
import type { StoredAs } from "../../shared/domain/evidence.js";
import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { Log } from "../../shared/logging/log.js";
import type { FieldDifference } from "../authority/wsfe/equal-content.js";
import type { ContingencyDeps } from "./contingency-deps.js";
import type { OwnershipCache } from "./ownership-cache.js";

/** Dependencies of issuing, as plain functions. So the same code runs in production and in the simulation. */
export interface IssuerDeps {
  store: IssuanceStore;
  authority: AuthorityAccess;
  lock: SequenceLock;
  retained: OwnershipCache;
  contingency: ContingencyDeps;
  /** Wakes the requests that wait for the issuance. Returns at once. The message may be lost. */
  announce(issuanceId: number): void;
  /** Adds the PDF's job. Returns at once. The job may be lost; a sweep adds it again. */
  enqueueAfterCommit(voucherId: number, of: { requestId: string; trace?: string | null }, tenant: Tenant): void;
  /** Informs metrics, job results and the log. */
  onCommit(commit: Commit): void;
  clock: { monotonicMs(): number; sleep(ms: number): Promise<void> };
  /** How long look-up and counter must show a number as not granted before we believe its refusal. */
  refusalQuietMs: number;
  /** The most vouchers of one sequence in one call. */
  batchMax: number;
  log: Log;
}

/** Change by one commit. `startedAtMs`: when it was asked for, in milliseconds since 1970; its statement may begin later. */
export type Commit =
  | { type: "submitted"; submissions: Submission[]; startedAtMs: number }
  | { type: "approved"; approved: ApprovedVoucher[]; startedAtMs: number }
  | { type: "settled"; state: "rejected" | "failed" | "cancelled"; outcome: NoVoucher; issuances: number }
  | { type: "renumbered"; from: number; to: number }
  | { type: "unconfirmed" }
  /** Issued under CAEA; `refused` ended because the quota is used up. */
  | { type: "moved"; moved: FailoverResult[]; refused: number[] }
  /** A voucher was written ahead again with the authority's split of its VAT. */
  | { type: "vatCured" };

/**
 * Each function is one committed statement; `approve` runs a second one if the first was refused. Functions with `taken` change
 * nothing once another issuer took the sequence. Freeing or changing a number, or the content sent under it, returns all later
 * numbers to the line: the authority accepts numbers strictly in order, so those can no longer be granted.
 */
export interface IssuanceStore {
  acquireSequence(key: SequenceKey): Promise<OwnedSequence>;
  isCurrent(taken: OwnedSequence): Promise<boolean>;
  setLastNumber(taken: OwnedSequence, lastNumber: number, authorityTimeMs: number | null): Promise<boolean>;
  readSituation(taken: OwnedSequence): Promise<Situation>;
  countKnown(taken: Pick<OwnedSequence, "key" | "lastNumber">, until: number): Promise<number>;
  findFreed(taken: OwnedSequence, submission: Submission): Promise<Declaration[]>;
  hasFreedBetween(taken: OwnedSequence, submission: Submission, until: number): Promise<boolean>;
  findStoredVoucher(taken: OwnedSequence, submission: Submission): Promise<StoredAs | null>;
  listSubmissions(key: SequenceKey): Promise<Submission[]>;
  /** Whether it has an issuance in line. */
  hasQueued(key: SequenceKey): Promise<boolean>;
  /** Whether it has an issuance that is queued, in line or not, or submitted. */
  hasOpen(key: SequenceKey): Promise<boolean>;
  submitNext(taken: OwnedSequence, limits: BatchLimits & RequestTraits): Promise<SubmitResult>;
  /** The write-ahead of a repeated request. False when superseded: then nothing is sent. */
  submitAgain(taken: OwnedSequence, submission: Submission, sentWith: RequestTraits): Promise<boolean>;
  /** @param limits how much of the line the same commit also writes ahead, if it can */
  approve(
    taken: OwnedSequence,
    approvals: Approval[],
    limits?: BatchLimits & RequestTraits,
  ): Promise<ApproveResult | undefined>;
  returnToQueue(
    taken: OwnedSequence,
    submission: Submission,
    release?: Pick<Release, "isRemembered">,
  ): Promise<boolean>;
  settleWithoutVoucher(
    taken: OwnedSequence,
    submission: Submission,
    state: "rejected" | "failed",
    outcome: NoVoucher,
    release?: Release,
  ): Promise<boolean>;
  renumber(
    taken: OwnedSequence,
    submission: Submission,
    to: Renumbering,
    sentWith: RequestTraits,
  ): Promise<Submission | undefined>;
  rewriteAmounts(
    taken: OwnedSequence,
    submission: Submission,
    amounts: Amounts,
    sentWith: RequestTraits,
  ): Promise<Submission | undefined>;
  markResolving(taken: OwnedSequence, submission: Submission): Promise<boolean>;
  /** @param shutOut what keeps the company out of the authority. Null: nothing. Undefined: what is stored stays */
  markUnconfirmed(
    taken: OwnedSequence,
    submission: Submission,
    doubt?: Doubt,
    shutOut?: AuthorityProblem | null,
  ): Promise<boolean>;
  settleQueued(
    taken: OwnedSequence,
    state: "cancelled" | "failed" | "rejected",
    outcome: NoVoucher,
    first?: number,
  ): Promise<number[]>;
}

/** The authority, opened for one company in one environment. No function throws because of the network. */
export interface AuthoritySession {
  /** One call for consecutive numbers; gives an outcome for each, in their order. */
  requestCae(submissions: Submission[], mayStart: () => boolean): Promise<CaeOutcome[]>;
  /** @param issuanceId the issuance whose evidence shows this exchange */
  consult(number: number, issuanceId?: number): Promise<ConsultOutcome>;
  lastNumber(issuanceId?: number): Promise<LastNumberOutcome>;
  /** The declaration under the authority's field names, in the form that `compare` uses. */
  contentOf(sent: Pick<Submission, "number" | "declared">): Record<string, string>;
  /** The declared fields that differ from what was found. */
  compare(sent: Pick<Submission, "number" | "declared">, found: Record<string, string>): FieldDifference[];
  /** The ticket of the next request lists the company, or its list cannot be read: such a request may be granted. */
  isListed(): boolean;
  /** Replaces a ticket that the authority did not accept. Gives why no new ticket is available now; undefined when there is one. */
  renewTicket(): Promise<AuthorityProblem | undefined>;
  /** Explains that the authority refuses the ticket again, in these words, after it was replaced. */
  explainRefusal(told: string): AuthorityProblem;
}

/** `heard`: of the login. `askedAtMs`: when it began, by the monotonic clock. */
export interface AccessDenial {
  outcome: "unavailable";
  reason: NoVoucher;
  heard: AnswerKind;
  askedAtMs?: number;
  /** This is no outage: the login is refused for the moment, or our own pace forbids one. */
  isWithheld?: true;
}

type SessionOutcome = { outcome: "open"; session: AuthoritySession } | AccessDenial;

export interface AuthorityAccess {
  /** "open" means that there is a valid ticket. */
  open(key: SequenceKey): Promise<SessionOutcome>;
}

export interface SequenceLock {
  /** Tries once. Undefined when another drain or operator holds the lock. */
  tryAcquire(key: SequenceKey): Promise<HeldLock | undefined>;
  /** Several issuers look for the same work, so nothing is begun before the lock is held. */
  mustHoldFirst?(): boolean;
}

export interface HeldLock {
  /** False once the lock could not be extended or the process is stopping: finish the current batch and start no other. */
  isHeld(): boolean;
  release(): Promise<void>;
  /** After its release: whether somebody may have found it taken. Where it is missing, they may. */
  wasContended?(): boolean;
}
