import { countSettled } from "../shared/issuance-metrics.js";
import type { IssuanceStore } from "./deps.js";
import { unconfirmed } from "./metrics.js";

/** The store, with every settlement counted once it is committed. */
export const measureStore = (store: IssuanceStore): IssuanceStore => ({
  ...store,
  async approve(...args) {
    const approved = await store.approve(...args);
    if (approved) countSettled("approved");
    return approved;
  },
  async settleWithoutVoucher(taken, submission, state, outcome) {
    const settled = await store.settleWithoutVoucher(taken, submission, state, outcome);
    if (settled) countSettled(state, outcome);
    return settled;
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
