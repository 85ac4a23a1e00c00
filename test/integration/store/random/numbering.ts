import {
  asked,
  hasLine,
  isBusy,
  isOut,
  pick,
  prefer,
  type RandomSteps,
  standing,
  withName,
  withSubmission,
  withTaker,
} from "./choose.js";

/** Taking sequences, and all that happens to numbers. */
export const numbering: RandomSteps = {
  take: [5, (play, a, b) => play.take(`t${a % 6}`, pick([...asked, ...standing], b))],
  setLastNumber: [
    5,
    (play, a, b, c) =>
      withTaker(
        play,
        a,
        ({ sequence }) => play.state.sequences[sequence]?.lastNumber == null,
        ({ taker, sequence }) =>
          // The day on which a sequence that stands in was asked for first bounds its dates, and the model does not have it.
          play.setLastNumber(taker, b % 3, c % 2 && !sequence.includes("-11-") ? 1_000 * c : null),
      ),
  ],
  submit: [
    12,
    (play, a, b, c) =>
      withTaker(
        play,
        a,
        ({ sequence, isCurrent }) => isCurrent && hasLine(play, sequence),
        ({ taker, sequence }) => {
          if (play.state.sequences[sequence]?.lastNumber == null) return;
          const isListed = c % 5 > 0;
          return play.submit(
            taker,
            c % 2 ? { limit: 1 + (b % 3), isListed } : { limit: 1 + (b % 2), backgroundLimit: 3, isListed },
          );
        },
      ),
  ],
  approve: [
    8,
    (play, a, b, c) =>
      withTaker(
        play,
        a,
        ({ sequence, isCurrent }) => isCurrent && isBusy(play, sequence),
        ({ taker, sequence }) => {
          const ofSequence = play.inHand.submissions.filter((one) => one.sequence === sequence);
          const numbered = ofSequence.filter(({ name }) => a % 7 === 0 || isOut(play, name));
          const names = numbered.sort((x, y) => x.number - y.number).map(({ name }) => name);
          if (names.length === 0) return;
          const isAnswer = b % 3 !== 0;
          return play.approve(taker, names.slice(0, 1 + (b % names.length)), {
            ...{ isAnswer, authorityTimeMs: c % 2 ? 1_000 * c : null },
            ...(c % 3 === 0 && { limits: { limit: 1 + (b % 2) } }),
          });
        },
      ),
  ],
  settle: [
    3,
    (play, a, b, c) =>
      withSubmission(play, a, b, (taker, name, number) =>
        play.settle(taker, name, c % 2 ? "rejected" : "failed", {
          ...(c % 3 === 0 && { isRemembered: true }),
          ...(c % 5 === 0 && { lastNumber: number }),
          ...(c % 7 === 0 && { isBarred: true }),
        }),
      ),
  ],
  returnToQueue: [
    2,
    (play, a, b, c) =>
      withSubmission(play, a, b, (taker, name) => play.returnToQueue(taker, name, { isRemembered: c % 3 === 0 })),
  ],
  submitAgain: [
    2,
    (play, a, b, c) =>
      withSubmission(play, a, b, (taker, name) =>
        play.submitAgain(taker, name, { isListed: c % 2 === 0 }, c % 3 === 0 ? 500 * c : null),
      ),
  ],
  renumber: [
    2,
    (play, a, b, c) =>
      withSubmission(play, a, b, (taker, name, number) =>
        play.renumber(
          taker,
          name,
          {
            ...{ lastNumber: number + (c % 2), isForeign: c % 3 > 0, authorityTimeMs: c % 2 ? c : null },
            isRemembered: c % 5 === 0,
          },
          { isListed: c % 7 > 0 },
        ),
      ),
  ],
  rewriteAmounts: [1, (play, a, b) => withSubmission(play, a, b, (taker, name) => play.rewriteAmounts(taker, name))],
  markResolving: [2, (play, a, b) => withSubmission(play, a, b, (taker, name) => play.markResolving(taker, name))],
  markUnconfirmed: [
    3,
    (play, a, b, c) =>
      withSubmission(play, a, b, (taker, name) =>
        play.markUnconfirmed(
          taker,
          name,
          pick(
            [
              undefined,
              { questions: 2, isDenied: true },
              { questions: 1, isDenied: false, refusal: [{ code: 10005, msg: "blocked" }] },
              { questions: 1, isDenied: false, refusal: null, why: "a person decides" },
              { questions: 0, isDenied: false, why: null },
            ],
            c,
          ),
        ),
      ),
  ],
  hasFreedBetween: [
    1,
    (play, a, b, c) =>
      withSubmission(play, a, b, (taker, name, number) => play.hasFreedBetween(taker, name, number + (c % 3))),
  ],
  findFreed: [1, (play, a, b) => withSubmission(play, a, b, (taker, name) => play.findFreed(taker, name))],
  closeQueue: [
    3,
    (play, a, b, c) =>
      withTaker(
        play,
        a,
        ({ sequence, isCurrent }) => isCurrent && hasLine(play, sequence),
        ({ taker, sequence }) => {
          const first = pick(play.state.lines[sequence] ?? [], c);
          if (b % 3 === 0 && first !== undefined)
            return play.closeQueue(taker, "rejected", { code: "SUBSCRIPTION_QUOTA_EXCEEDED" }, first);
          if (b % 3 === 1) return play.closeQueue(taker, "cancelled", { code: "VOUCHER_LOCK_TIMEOUT" });
          return play.closeQueue(taker, "failed", { code: "TAXAUTH_ERROR", reasons: [] });
        },
      ),
  ],
  isCurrent: [
    1,
    (play, a) =>
      withTaker(
        play,
        a,
        () => true,
        ({ taker }) => play.isCurrent(taker),
      ),
  ],
  readSituation: [
    1,
    (play, a) =>
      withTaker(
        play,
        a,
        () => true,
        ({ taker }) => play.readSituation(taker),
      ),
  ],
  countKnown: [
    1,
    (play, a, b) =>
      withTaker(
        play,
        a,
        () => true,
        ({ taker }) => play.countKnown(taker, b % 5),
      ),
  ],
  listSubmissions: [3, (play, a) => play.listSubmissions(prefer(asked, (one) => isBusy(play, one), a) ?? "1-1-6")],
  look: [1, async (play, a) => [await play.hasQueued(pick(asked, a)), await play.hasOpen(pick(asked, a))]],
  promote: [2, (play, a) => withName(play, a, (name) => play.promote(name))],
  cancelOverdue: [2, (play, a) => withName(play, a, (name) => play.cancelOverdue(name))],
  cancelAllOverdue: [3, (play) => play.cancelAllOverdue()],
  openSequences: [2, (play) => play.openSequences()],
  dueSequences: [2, (play) => play.dueSequences()],
  findStoredVoucher: [
    1,
    (play, a, b) => withSubmission(play, a, b, (taker, name) => play.findStoredVoucher(taker, name)),
  ],
  acquireLease: [1, (play, a, b) => play.acquireLease(`${a % 2}`, pick(asked, b))],
  renewLease: [1, (play, a, b) => play.renewLease(`${a % 2}`, pick(asked, b))],
  releaseLease: [1, (play, a, b) => play.releaseLease(`${a % 2}`, pick(asked, b))],
};
