import { drawCounts } from "../count-table.js";
import type { WebhookStormResult } from "./storm.js";

export function writeReport({
  seconds,
  strikes,
  undone,
  events,
  deliveries,
  repeated,
  violations,
}: WebhookStormResult): string {
  const { mailers, issuers, flushes, vanished } = strikes;
  return [
    `  killed       ${mailers} mailers, ${issuers} issuers`,
    `  Redis        flushed ${flushes} times`,
    `  undone       ${undone} statements, after they had told`,
    `  vanished     one endpoint, ${vanished} times`,
    `  deliveries   ${deliveries}, ${repeated} of them repeated`,
    `  settled      after ${seconds} s in all`,
    "",
    "  events of the ledger",
    ...drawCounts(events),
    "",
    ...(violations.length === 0 ? ["No violation."] : [`${violations.length} violations:`, ...violations.slice(0, 40)]),
  ].join("\n");
}
