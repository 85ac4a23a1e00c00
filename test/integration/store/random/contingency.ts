import { asked, hasLine, keys, pick, prefer, type RandomSteps, withName } from "./choose.js";

/** Contingencies, and what they issue. */
export const contingency: RandomSteps = {
  noteUnanswered: [3, (play, a, b, c) => play.noteUnanswered(1 + (a % 2), b % 2 === 0, c % 3_000)],
  noteAnswered: [1, (play, a) => play.noteAnswered(1 + (a % 2))],
  noteIssued: [1, (play, a) => play.noteIssued(1 + (a % 2))],
  recordCalls: [
    3,
    (play, a, b, c) =>
      play.recordCalls(
        { companyId: 1, answeredAgoMs: a % 2 ? a * 3 : null, calls: [b, b + c], requests: b % 3 ? [b] : [] },
        { companyId: 2, issuedAgoMs: b % 2 ? b * 3 : null, calls: c % 2 ? [c] : [], isReady: c % 3 === 0 },
      ),
  ],
  outageStart: [3, (play) => play.outageStart()],
  endDespiteDoubt: [1, (play) => play.endDespiteDoubt()],
  noteRefused: [2, (play, a, b) => play.noteRefused(1 + (a % 2), 1 + (b % 3))],
  endRefused: [1, (play) => play.endRefused()],
  claimProbes: [2, (play, a) => play.claimProbes(9, { afterMs: 2_000, deferMs: a % 3 ? 0 : 1_500 })],
  noteReady: [2, (play, a) => play.noteReady(1 + (a % 2))],
  claimTrial: [2, (play, a) => withName(play, a, (name) => play.claimTrial(name))],
  beginByHand: [3, (play, a) => play.beginByHand(1 + (a % 2))],
  endByHand: [1, (play, a) => play.endByHand(1 + (a % 2))],
  listQueues: [1, (play, a) => play.listQueues(1 + (a % 2))],
  listOutages: [1, (play) => play.listOutages()],
  silence: [
    3,
    async (play, a, b) => {
      const companyId = 1 + (a % 2);
      for (let calls = 0; calls < 2; calls++) await play.noteUnanswered(companyId, b % 2 === 0);
      await play.pass(3_000);
      await play.outageStart();
    },
  ],
  trial: [
    3,
    async (play, a, b) => {
      const name = prefer(Object.keys(play.state.issuances), (one) => play.state.issuances[one]?.state === "queued", b);
      await play.noteReady(1 + (a % 2));
      if (name !== undefined) await play.claimTrial(name);
    },
  ],
  readQueue: [2, (play, a) => play.readQueue(pick(asked, a))],
  failOverQueue: [
    8,
    async (play, a) => {
      const sequence = prefer(asked, (one) => hasLine(play, one), a) ?? "1-1-6";
      if (await play.readQueue(sequence)) await play.move(sequence);
    },
  ],
  moveLate: [
    2,
    (play, a) => {
      const sequence = pick(play.inHand.lines, a);
      return sequence === undefined ? undefined : play.move(sequence);
    },
  ],
  keepWithCae: [
    1,
    (play, a, b) => {
      const sequence = pick(play.inHand.lines, a);
      return sequence === undefined ? undefined : play.keepWithCae(sequence, [pick(keys, b)]);
    },
  ],
};
