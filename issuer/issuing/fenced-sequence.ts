import type { Approval, ApproveResult } from "../../shared/db/issuing/approve.js";
import type { Doubt } from "../../shared/db/issuing/doubts.js";
import type { OwnedSequence, Situation } from "../../shared/db/issuing/sequences.js";
import type { Release } from "../../shared/db/issuing/settle-issuances.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { Renumbering, SubmitResult } from "../../shared/db/issuing/write-ahead.js";
import type { Amounts } from "../../shared/domain/amounts.js";
import type { Declaration } from "../../shared/domain/declaration.js";
import type { StoredAs } from "../../shared/domain/evidence.js";
import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";
import { isFceType } from "../../shared/domain/voucher-types.js";
import { preciseNowMs } from "../../shared/process/stages.js";
import type { AuthoritySession, IssuerDeps } from "./deps.js";
import { type ShutOut, type SupersededResult, superseded } from "./results.js";

type Tools = Pick<IssuerDeps, "clock" | "log" | "announce" | "enqueueAfterCommit" | "batchMax" | "refusalQuietMs">;

/**
 * A sequence that this issuer took, with everything that it may do under that epoch. Once another issuer takes the sequence,
 * every commit changes nothing and answers "superseded". Source: issuer/README.md, section 4.
 */
export interface FencedSequence extends Tools {
  /** As read when it was taken; `setLastNumber` keeps it up to date. */
  readonly taken: OwnedSequence;
  isCurrent(): Promise<boolean>;
  /** Whether this process believes that a contingency lasts for the company. Only a hint. */
  isContingencyLikely(): boolean;

  // Queries.
  listSubmissions(): Promise<Submission[]>;
  readSituation(): Promise<Situation>;
  /** How many of the numbers after `after`, up to `until`, have a voucher in our database. */
  countKnown(after: number, until: number): Promise<number>;
  /** Declarations under this number before an answer freed it: a request for it may still be alive. */
  findFreed(submission: Submission): Promise<Declaration[]>;
  /** Whether one of the numbers after this one, up to `until`, was freed by an answer. */
  hasFreedBetween(submission: Submission, until: number): Promise<boolean>;
  /** The voucher that our database has under its number already. */
  findStoredVoucher(submission: Submission): Promise<StoredAs | null>;

  // Commits.
  /** @param authorityTimeMs when the authority reported this number, by its own clock */
  setLastNumber(lastNumber: number, authorityTimeMs: number | null): Promise<"settled" | SupersededResult>;
  /** @param limit the most to write ahead. Without it, the batch, which may be larger when nobody waits for it */
  submitNext(limit?: number): Promise<SubmitResult>;
  /** The write-ahead of a repeated request for a number. */
  submitAgain(submission: Submission): Promise<"settled" | SupersededResult>;
  /** @param submitNext the same commit also writes the next batch ahead, if it can */
  approve(approvals: Approval[], submitNext?: boolean): Promise<ApproveResult | SupersededResult>;
  settleWithoutVoucher(
    submission: Submission,
    state: "rejected" | "failed",
    outcome: NoVoucher,
    release?: Release,
  ): Promise<"settled" | SupersededResult>;
  /** For the patient: the authority was not asked about this number, nor about later ones, or it let none of them in. */
  returnToQueue(submission: Submission, release?: Pick<Release, "isRemembered">): Promise<"settled" | SupersededResult>;
  renumber(submission: Submission, to: Renumbering): Promise<Submission | SupersededResult>;
  rewriteAmounts(submission: Submission, amounts: Amounts): Promise<Submission | SupersededResult>;
  markResolving(submission: Submission): Promise<"settled" | SupersededResult>;
  markUnconfirmed(submission: Submission, doubt?: Doubt, shutOut?: ShutOut): Promise<"settled" | SupersededResult>;
  /** Ends all issuances in line, or only the first, with the patient behind it if it is patient. None of them has a number. */
  settleQueued(state: "cancelled" | "failed" | "rejected", outcome: NoVoucher, first?: number): Promise<void>;
}

/** Fenced sequence with an open session with the authority. */
export interface SequenceSession extends FencedSequence {
  authority: AuthoritySession;
}

export const openSequenceSession = (
  deps: IssuerDeps,
  taken: OwnedSequence,
  authority: AuthoritySession,
): SequenceSession => Object.assign(fenceSequence(deps, taken, authority), { authority });

/** How many go in one call while nobody waits for any of them. */
const backgroundBatch = 50;

/** @param authority the session whose ticket the requests for its numbers go out with */
export function fenceSequence(
  deps: IssuerDeps,
  taken: OwnedSequence,
  authority?: Pick<AuthoritySession, "isListed">,
): FencedSequence {
  const { store, contingency, onCommit, clock, log, announce, enqueueAfterCommit, refusalQuietMs } = deps;
  // Source: issuer/authority/README.md, section 12.
  const isAlone = isFceType(taken.key.voucherType);
  const batchMax = isAlone ? 1 : deps.batchMax;
  const orSuperseded = (isHeld: boolean) => (isHeld ? "settled" : superseded);
  /** After a batch that nobody waited for, more such will follow. */
  let isBackground = false;
  /** How many the last call took. */
  let expected = 1;
  const sentWith = () => ({ isListed: authority?.isListed() ?? true });
  const limits = () => ({
    ...sentWith(),
    limit: batchMax,
    backgroundLimit: isBackground && !isAlone ? Math.max(batchMax, backgroundBatch) : batchMax,
    expected,
  });
  const noteSubmitted = (submissions: Submission[], startedAtMs: number) => {
    isBackground = submissions.every((submission) => submission.isBackground);
    expected = submissions.length;
    onCommit({ type: "submitted", startedAtMs, submissions });
  };

  return {
    clock,
    log,
    announce,
    enqueueAfterCommit,
    batchMax,
    refusalQuietMs,
    taken,
    isCurrent: () => store.isCurrent(taken),
    isContingencyLikely: () => contingency.mayLast(taken.key),
    listSubmissions: () => store.listSubmissions(taken.key),
    readSituation: () => store.readSituation(taken),
    countKnown: (after, until) => store.countKnown({ ...taken, lastNumber: after }, until),
    findFreed: (submission) => store.findFreed(taken, submission),
    hasFreedBetween: (submission, until) => store.hasFreedBetween(taken, submission, until),
    findStoredVoucher: (submission) => store.findStoredVoucher(taken, submission),

    async setLastNumber(lastNumber, authorityTimeMs) {
      const isHeld = await store.setLastNumber(taken, lastNumber, authorityTimeMs);
      if (isHeld) taken.lastNumber = lastNumber;
      return orSuperseded(isHeld);
    },

    async submitNext(limit) {
      const startedAtMs = preciseNowMs();
      const result = await store.submitNext(taken, limit === undefined ? limits() : { limit, ...sentWith() });
      if (result.outcome === "submitted") noteSubmitted(result.submissions, startedAtMs);
      return result;
    },

    submitAgain: async (submission) => orSuperseded(await store.submitAgain(taken, submission, sentWith())),

    async approve(approvals, submitNext = false) {
      const startedAtMs = preciseNowMs();
      const result = await store.approve(taken, approvals, submitNext ? limits() : undefined);
      if (!result) return superseded;
      onCommit({ type: "approved", startedAtMs, approved: result.approved });
      // A voucher that a look-up found proves it too.
      contingency.issued(taken.key);
      if (result.next?.outcome === "submitted") noteSubmitted(result.next.submissions, startedAtMs);
      return result;
    },

    async settleWithoutVoucher(submission, state, outcome, release) {
      const isHeld = await store.settleWithoutVoucher(taken, submission, state, outcome, release);
      if (isHeld) onCommit({ type: "settled", state, outcome, issuances: 1 });
      return orSuperseded(isHeld);
    },

    returnToQueue: async (submission, release) => orSuperseded(await store.returnToQueue(taken, submission, release)),

    async renumber(submission, to) {
      const renumbered = await store.renumber(taken, submission, to, sentWith());
      if (renumbered) onCommit({ type: "renumbered", from: submission.number, to: renumbered.number });
      return renumbered ?? superseded;
    },

    async rewriteAmounts(submission, amounts) {
      const rewritten = await store.rewriteAmounts(taken, submission, amounts, sentWith());
      if (rewritten) onCommit({ type: "vatCured" });
      return rewritten ?? superseded;
    },

    markResolving: async (submission) => orSuperseded(await store.markResolving(taken, submission)),

    async markUnconfirmed(submission, doubt, shutOut) {
      const isHeld = await store.markUnconfirmed(taken, submission, doubt, shutOut);
      if (isHeld && submission.doubt !== "unconfirmed") onCommit({ type: "unconfirmed" });
      return orSuperseded(isHeld);
    },

    async settleQueued(state, outcome, first) {
      const settled = await store.settleQueued(taken, state, outcome, first);
      if (settled.length > 0) onCommit({ type: "settled", state, outcome, issuances: settled.length });
      for (const issuanceId of settled) announce(issuanceId);
    },
  };
}
