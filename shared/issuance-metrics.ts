import { Counter } from "prom-client";
import type { NoVoucher } from "./domain/issuance-outcome.js";

const issuances = new Counter({
  name: "talonario_issuances_total",
  help: "Issuances that were settled, by outcome and code: the authority's when it refused, else the one of our answer",
  labelNames: ["outcome", "code"],
});

/** @param reason why there is no voucher; undefined when there is one */
export function countSettled(outcome: "approved" | "rejected" | "failed" | "cancelled", reason?: NoVoucher, times = 1) {
  issuances.inc({ outcome, code: codeOf(reason) }, times);
}

/** The first refusal stands for all; whatever is no code of the authority's form makes no series of its own. */
function codeOf(reason: NoVoucher | undefined): string {
  if (!reason) return "none";
  if (reason.code !== "TAXAUTH_ERROR") return reason.code;
  const first = reason.reasons[0]?.code;
  return first !== undefined && Number.isInteger(first) && first >= 0 && first < 100_000 ? String(first) : "other";
}
