import { countSettled } from "../../shared/issuance-metrics.js";
import type { IssuanceStore } from "../issuing/deps.js";
import { foreignVouchers, unconfirmed } from "../metrics.js";

/** The store, with what it commits counted: settlements, doubts, and vouchers of somebody else that the numbering jumped over. */
export const measureStore = (store: IssuanceStore): IssuanceStore => ({
  ...store,
  async approve(...args) {
    const result = await store.approve(...args);
    if (result) countSettled("approved", undefined, result.approved.length);
    return result;
  },
  async settleWithoutVoucher(taken, submission, state, outcome, release) {
    const settled = await store.settleWithoutVoucher(taken, submission, state, outcome, release);
    if (settled) countSettled(state, outcome);
    return settled;
  },
  async renumber(taken, submission, to) {
    const renumbered = await store.renumber(taken, submission, to);
    if (renumbered) foreignVouchers.inc(to.lastNumber - submission.number + 1);
    return renumbered;
  },
  async settleQueued(taken, state, outcome, only) {
    const settled = await store.settleQueued(taken, state, outcome, only);
    if (settled.length > 0) countSettled(state, outcome, settled.length);
    return settled;
  },
  async markUnconfirmed(taken, submission, doubt) {
    const marked = await store.markUnconfirmed(taken, submission, doubt);
    if (marked && submission.doubt !== "unconfirmed") unconfirmed.inc();
    return marked;
  },
});
