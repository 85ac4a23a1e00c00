import { countSettled } from "../../shared/process/issuance-metrics.js";
import { foreignVouchers, unconfirmed, vatCures, vouchers } from "../authority-access/metrics.js";
import type { Commit } from "../issuing/deps.js";

/** Counts commits for the metrics. */
export function countCommit(commit: Commit): void {
  switch (commit.type) {
    case "submitted":
      break;
    case "approved":
      countSettled("approved", undefined, commit.approved.length);
      vouchers.inc({ authorization: "CAE" }, commit.approved.length);
      break;
    case "moved":
      countSettled("approved", undefined, commit.moved.length);
      vouchers.inc({ authorization: "CAEA" }, commit.moved.length);
      countSettled("rejected", { code: "SUBSCRIPTION_QUOTA_EXCEEDED" }, commit.refused.length);
      break;
    case "settled":
      countSettled(commit.state, commit.outcome, commit.issuances);
      break;
    case "renumbered":
      foreignVouchers.inc(Math.max(0, commit.to - commit.from));
      break;
    case "unconfirmed":
      unconfirmed.inc();
      break;
    case "vatCured":
      vatCures.inc();
  }
}
