import type { IssuanceStore } from "./deps.js";

/** The store, telling how many vouchers of somebody else the numbering jumped over whenever it does. */
export const countingForeign = (store: IssuanceStore, tell: (vouchers: number) => void): IssuanceStore => ({
  ...store,
  async renumber(taken, submission, lastNumber) {
    const renumbered = await store.renumber(taken, submission, lastNumber);
    if (renumbered) tell(lastNumber - submission.number + 1);
    return renumbered;
  },
});
