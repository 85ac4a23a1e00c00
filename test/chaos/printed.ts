import { waitFor } from "../../shared/sandbox/wait-for.js";
import type { System } from "../support/processes/open-system.js";
import type { Violation } from "../support/readers/violations.js";
import { awaitSettled } from "./nemesis/settle.js";
import type { Selling } from "./sell.js";

const stalledAfterMs = 60_000;

/**
 * Waits until everything has settled, then until every PDF is made. The number of PDFs depends on the load, so there is no total
 * time limit: I9 fails only when a minute passes without a new PDF.
 */
export async function awaitPrinted(
  system: System,
  selling: Pick<Selling, "open">,
  onWait: (unprinted: number) => void,
): Promise<Violation[]> {
  const sales = async () =>
    selling.open() > 0
      ? [{ invariant: "I10", place: undefined, text: `${selling.open()} sales without a final answer` }]
      : [];
  const { violations } = await awaitSettled(system, { others: sales, onWait: () => onWait(0) });
  const others = violations.filter(({ invariant }) => invariant !== "I9");
  let left = await countUnprinted(system);
  while (left > 0) {
    onWait(left);
    const fewer = await waitFor(async () => (await countUnprinted(system)) < left, {
      message: "another PDF",
      timeoutMs: stalledAfterMs,
      intervalMs: 500,
    }).catch(() => false);
    if (!fewer)
      return [...others, { invariant: "I9", text: `${left} vouchers have no PDF, and none was made for a minute` }];
    left = await countUnprinted(system);
  }
  return others;
}

async function countUnprinted({ sql }: System): Promise<number> {
  const [row] = await sql<{ count: number }>("SELECT count(*)::int AS count FROM voucher WHERE NOT has_pdf");
  return row?.count ?? 0;
}
