import { Counter } from "prom-client";
import type { NoVoucher } from "../domain/issuance-outcome.js";

const issuances = new Counter({
  name: "talonario_issuances_total",
  help: "Settled issuances, by outcome and code: the authority's code when it refused, otherwise the code of our answer",
  labelNames: ["outcome", "code"],
});

// An alert looks for VAT that was refused as rounded: a counter that begins with its first event has not risen by it.
issuances.inc({ outcome: "rejected", code: "10051" }, 0);

/** @param reason why there is no voucher. Undefined when there is one */
export function countSettled(outcome: "approved" | "rejected" | "failed" | "cancelled", reason?: NoVoucher, times = 1) {
  issuances.inc({ outcome, code: codeOf(reason) }, times);
}

/** Counts by the authority's first code only. A number that cannot be such a code adds no series to the metric. */
function codeOf(reason: NoVoucher | undefined): string {
  if (!reason) return "none";
  if (reason.code !== "TAXAUTH_ERROR") return reason.code;
  const first = reason.reasons[0]?.code;
  return first !== undefined && Number.isInteger(first) && first >= 0 && first < 100_000 ? String(first) : "other";
}
