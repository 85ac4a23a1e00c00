import { setTimeout as sleep } from "node:timers/promises";
import type { System } from "../../support/processes/open-system.js";
import type { Violation } from "../../support/readers/violations.js";
import type { Clients } from "./clients.js";
import type { ElementsRun } from "./elements.js";

/** The time within which everything must settle once the faults are over. Source: issuer/README.md, section 9, I10. */
const settleWithinMs = 120_000;

export interface Settling {
  seconds: number;
  violations: Violation[];
}

/** Waits until every client has its final answer, no issuance or element is open and every voucher has a PDF; at most two minutes. */
export async function awaitSettled(
  system: System,
  clients: Pick<Clients, "open">,
  onWait: () => void,
  elements?: ElementsRun,
): Promise<Settling> {
  const startedAtMs = performance.now();
  for (;;) {
    const { open, unprinted, unreported } = await countOpen(system);
    const pending = elements && (await elements.open());
    const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
    if (open === 0 && unprinted === 0 && unreported === 0 && clients.open() === 0 && (!elements || pending === 0))
      return { seconds, violations: [] };
    if (performance.now() - startedAtMs > settleWithinMs) {
      const violations = [
        ...(clients.open() > 0 ? [{ invariant: "I10", text: `${clients.open()} sales without a final answer` }] : []),
        ...(elements && pending !== 0 ? [{ invariant: "I10", text: `${pending ?? "all"} elements are pending` }] : []),
        ...(unreported > 0 ? [{ invariant: "I10", text: `${unreported} vouchers under CAEA were not reported` }] : []),
        ...(unprinted > 0 ? [{ invariant: "I9", text: `${unprinted} vouchers without a PDF` }] : []),
      ];
      return { seconds, violations };
    }
    onWait();
    await sleep(500);
  }
}

async function countOpen({ sql }: System): Promise<Record<"open" | "unprinted" | "unreported", number>> {
  const [counts] = await sql<Record<"open" | "unprinted" | "unreported", number>>(`
    SELECT (SELECT count(*)::int FROM issuance WHERE state IN ('queued', 'submitted')) AS open,
      (SELECT count(*)::int FROM voucher WHERE NOT has_pdf) AS unprinted,
      (SELECT count(*)::int FROM caea_report WHERE state <> 'reported') AS unreported`);
  return counts ?? { open: 0, unprinted: 0, unreported: 0 };
}
