import type { Doubt } from "../../../../shared/db/issuing/doubts.js";
import type { Release } from "../../../../shared/db/issuing/settle-issuances.js";
import type { Submission } from "../../../../shared/db/issuing/submissions.js";
import type { BatchLimits, Renumbering, RequestTraits } from "../../../../shared/db/issuing/write-ahead.js";
import type { NoVoucher } from "../../../../shared/domain/issuance-outcome.js";
import { describeKey } from "../../../chaos/simulation/companies.js";
import { toAmounts } from "../../../chaos/simulation/sale.js";
import { remember, saleOf, sequenceOf, submissionOf, takingOf } from "../hand.js";
import { seeApproved, seeIds, seeSubmission, seeSubmit } from "../seen.js";
import { caeOf } from "../side.js";
import type { Stage } from "../stage.js";

interface Approving {
  limits?: BatchLimits & RequestTraits;
  isAnswer?: boolean;
  authorityTimeMs?: number | null;
}

/** After this answer of the authority, by its own clock. */
const withAuthorityTime = (submission: Submission, authorityTimeMs: number | null): Submission => ({
  ...submission,
  authorityTimeMs: authorityTimeMs ?? submission.authorityTimeMs,
});

/** Taking sequences, and all that happens to numbers. */
export const numberingSteps = ({ step, fenced, idOf }: Stage) => ({
  take: (taker: string, sequence: string) =>
    step(
      `${taker} takes ${sequence}`,
      async (side, memory) => {
        const taken = await side.issuing.acquireSequence(sequenceOf(sequence));
        memory.takings.set(taker, taken);
        return taken;
      },
      ({ epoch, lastNumber, lastDate, unverified }) => ({ epoch, lastNumber, lastDate, unverified }),
    ),
  setLastNumber: (taker: string, lastNumber: number, authorityTimeMs: number | null = null) =>
    step(`${taker} hears the last number ${lastNumber}`, (side, memory) =>
      side.issuing.setLastNumber(takingOf(memory, taker), lastNumber, authorityTimeMs),
    ),
  isCurrent: (taker: string) =>
    step(`is ${taker} current`, (side, memory) => side.issuing.isCurrent(takingOf(memory, taker))),
  readSituation: (taker: string) =>
    step(`${taker} reads the situation`, async (side, memory) => {
      const { kind, unverified } = await side.issuing.readSituation(takingOf(memory, taker));
      return { kind, unverified };
    }),
  countKnown: (taker: string, until: number) =>
    step(`${taker} counts what explains the numbers until ${until}`, (side, memory) =>
      side.issuing.countKnown(takingOf(memory, taker), until),
    ),
  listSubmissions: (sequence: string) =>
    step(
      `list the submissions of ${sequence}`,
      async (side, memory) => {
        const all = await side.issuing.listSubmissions(sequenceOf(sequence));
        remember(memory, all, sequenceOf(sequence).companyId);
        return all;
      },
      (all, _, side) => all.map((one) => seeSubmission(one, side)),
    ),
  hasQueued: (sequence: string) =>
    step(`has ${sequence} a line`, (side) => side.issuing.hasQueued(sequenceOf(sequence))),
  hasOpen: (sequence: string) =>
    step(`has ${sequence} something open`, (side) => side.issuing.hasOpen(sequenceOf(sequence))),

  submit: (taker: string, limits: BatchLimits & RequestTraits = { limit: 1 }) =>
    step(
      `${taker} writes ahead ${JSON.stringify(limits)}`,
      async (side, memory) => {
        const taken = takingOf(memory, taker);
        const result = await side.issuing.submitNext(taken, limits);
        if (result.outcome === "submitted") remember(memory, result.submissions, taken.key.companyId);
        return result;
      },
      seeSubmit,
    ),
  approve: (taker: string, issuances: string[], { limits, isAnswer = true, authorityTimeMs = null }: Approving = {}) =>
    step(
      `${taker} approves ${issuances.join(", ")}${limits ? ` and writes ahead ${JSON.stringify(limits)}` : ""}${isAnswer ? "" : " after a look-up"}`,
      async (side, memory) => {
        const taken = takingOf(memory, taker);
        const approvals = issuances.map((name) => {
          const submission = submissionOf(memory, name);
          return {
            submission,
            cae: caeOf(submission.number),
            caeExpirationDate: "20261231",
            observations: [],
            authorityTimeMs,
            isAnswer,
          };
        });
        const result = await side.issuing.approve(taken, approvals, limits);
        if (result?.next?.outcome === "submitted") remember(memory, result.next.submissions, taken.key.companyId);
        return result;
      },
      seeApproved,
    ),
  settle: (taker: string, issuance: string, state: "rejected" | "failed", release: Release = {}) =>
    fenced(`settles as ${state} ${JSON.stringify(release)}`, taker, issuance, (side, taken, submission) =>
      side.issuing.settleWithoutVoucher(taken, submission, state, { code: "TAXAUTH_ERROR", reasons: [] }, release),
    ),
  returnToQueue: (taker: string, issuance: string, release: Pick<Release, "isRemembered"> = {}) =>
    fenced(`returns to the line ${JSON.stringify(release)}`, taker, issuance, (side, taken, submission) =>
      side.issuing.returnToQueue(taken, submission, release),
    ),
  submitAgain: (taker: string, issuance: string, sentWith: RequestTraits = {}, authorityTimeMs: number | null = null) =>
    fenced(
      `writes ahead again ${JSON.stringify({ ...sentWith, authorityTimeMs })}`,
      taker,
      issuance,
      (side, taken, submission) =>
        side.issuing.submitAgain(taken, withAuthorityTime(submission, authorityTimeMs), sentWith),
    ),
  renumber: (
    taker: string,
    issuance: string,
    to: Partial<Renumbering> & { lastNumber: number },
    sentWith: RequestTraits = {},
  ) =>
    step(
      `${taker} renumbers ${issuance} ${JSON.stringify(to)}`,
      async (side, memory) => {
        const taken = takingOf(memory, taker);
        const change = { authorityTimeMs: null, isForeign: true, ...to };
        const renumbered = await side.issuing.renumber(taken, submissionOf(memory, issuance), change, sentWith);
        if (renumbered) remember(memory, [renumbered], taken.key.companyId);
        return renumbered;
      },
      (one, _, side) => one && seeSubmission(one, side),
    ),
  rewriteAmounts: (taker: string, issuance: string, sentWith: RequestTraits = {}) =>
    step(
      `${taker} splits the VAT of ${issuance} again`,
      async (side, memory) => {
        const taken = takingOf(memory, taker);
        const submission = submissionOf(memory, issuance);
        const { posNumber, voucherType } = taken.key;
        const sale = saleOf(describeKey({ ...taken.key, posNumber, voucherType }), {
          total: submission.amounts.total,
        });
        const rewritten = await side.issuing.rewriteAmounts(taken, submission, toAmounts(sale, "authority"), sentWith);
        if (rewritten) remember(memory, [rewritten], taken.key.companyId);
        return rewritten;
      },
      (one, _, side) => one && seeSubmission(one, side),
    ),
  markResolving: (taker: string, issuance: string) =>
    fenced("marks as resolving", taker, issuance, (side, taken, submission) =>
      side.issuing.markResolving(taken, submission),
    ),
  markUnconfirmed: (taker: string, issuance: string, doubt?: Doubt, authorityTimeMs: number | null = null) =>
    fenced(
      `marks as unconfirmed ${JSON.stringify({ doubt, authorityTimeMs })}`,
      taker,
      issuance,
      (side, taken, submission) =>
        side.issuing.markUnconfirmed(taken, withAuthorityTime(submission, authorityTimeMs), doubt),
    ),
  findFreed: (taker: string, issuance: string) =>
    fenced("looks for freed numbers like that of", taker, issuance, async (side, taken, submission) =>
      (await side.issuing.findFreed(taken, submission)).map(({ total }) => total),
    ),
  hasFreedBetween: (taker: string, issuance: string, until: number) =>
    fenced(`looks for freed numbers until ${until} after that of`, taker, issuance, (side, taken, submission) =>
      side.issuing.hasFreedBetween(taken, submission, until),
    ),
  findStoredVoucher: (taker: string, issuance: string) =>
    fenced("looks what has the number of", taker, issuance, (side, taken, submission) =>
      side.issuing.findStoredVoucher(taken, submission),
    ),
  closeQueue: (taker: string, state: "cancelled" | "failed" | "rejected", outcome: NoVoucher, first?: string) =>
    step(
      `${taker} closes the line as ${state} ${outcome.code}${first ? ` for ${first} alone` : ""}`,
      async (side, memory) =>
        side.issuing.settleQueued(
          takingOf(memory, taker),
          state,
          outcome,
          first === undefined ? undefined : idOf(side, first),
        ),
      seeIds,
    ),
});
