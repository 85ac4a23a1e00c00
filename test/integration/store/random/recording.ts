import { asked, keys, pick, type RandomSteps, totals, withName } from "./choose.js";

/** Requests, batches and sweeps. */
export const recording: RandomSteps = {
  /** A failing script gets shorter by this. */
  nothing: [1, () => undefined],
  record: [
    12,
    (play, a, b, c) => {
      const sequence = pick(asked, a);
      const contingency = c % 7 === 0 ? { contingency: "never" as const } : {};
      return play.record(sequence, `${sequence[0]}/${pick(keys, b)}`, {
        total: pick(totals, c),
        day: c % 2,
        further: c % 5 === 0 ? ((["school", "school of another", "joint"] as const)[b % 3] ?? "none") : "none",
        ...contingency,
      });
    },
  ],
  sell: [
    10,
    async (play, a, b, c) => {
      const sequence = pick(asked, a);
      for (const key of [pick(keys, b), pick(keys, c)])
        await play.record(sequence, `${sequence[0]}/${key}`, { total: pick(totals, c), day: b % 8 === 0 ? 1 : 0 });
    },
  ],
  findObstacle: [1, (play, a, b) => withName(play, b, (name) => play.findObstacle(pick(asked, a), name))],
  recordBatch: [
    4,
    (play, a, b, c) => {
      const companyId = 1 + (a % 2);
      const own = companyId === 1 ? (["1-1-6", "1-2-6"] as const) : (["2-1-6"] as const);
      const chosen = [...new Set([pick(keys, b), pick(keys, c), pick(keys, b + c)])];
      return play.recordBatch(
        companyId,
        chosen.map((key, at) => [pick(own, b + at), key, { day: (c + at) % 2 }]),
      );
    },
  ],
  cancelBatch: [1, (play, a) => play.state.batches.length > 0 && play.cancelBatch(1 + (a % play.state.batches.length))],
  enqueueWaiting: [2, (play) => play.enqueueWaiting()],
  endCancelled: [1, (play) => play.endCancelled()],
  finishBatches: [1, (play) => play.finishBatches()],
};
