import { countSettled } from "../shared/issuance-metrics.js";
import type { IssuanceStore } from "./deps.js";
import { foreignVouchers, unconfirmed } from "./metrics.js";

/** The store, with what it commits counted: settlements, doubts, and vouchers of somebody else that the numbering jumped over. */
export const measureStore = (store: IssuanceStore): IssuanceStore => ({
  ...store,
  async approve(...args) {
    const result = await store.approve(...args);
    if (result) countSettled("approved", undefined, result.approved.length);
    return result;
  },
  async settleWithoutVoucher(taken, submission, state, outcome) {
    const settled = await store.settleWithoutVoucher(taken, submission, state, outcome);
    if (settled) countSettled(state, outcome);
    return settled;
  },
  async renumber(taken, submission, lastNumber) {
    const renumbered = await store.renumber(taken, submission, lastNumber);
    if (renumbered) foreignVouchers.inc(lastNumber - submission.number + 1);
    return renumbered;
  },
  async settleQueued(taken, state, outcome, only) {
    const settled = await store.settleQueued(taken, state, outcome, only);
    if (settled.length > 0) countSettled(state, outcome, settled.length);
    return settled;
  },
  async markDoubt(taken, submission, doubt) {
    const marked = await store.markDoubt(taken, submission, doubt);
    if (marked && doubt === "unconfirmed") unconfirmed.inc();
    return marked;
  },
});
