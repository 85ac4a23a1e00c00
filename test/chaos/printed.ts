import { waitFor } from "../../shared/sandbox/wait-for.js";
import type { System } from "../support/processes/open-system.js";
import type { Violation } from "../support/readers/violations.js";
import { awaitSettled } from "./nemesis/settle.js";
import type { Selling } from "./sell.js";

const noneWithinMs = 60_000;

/**
 * Waits until everything has settled, and then for as long as PDFs are made: how many there are to make is the load's doing,
 * that they are made is not.
 */
export async function awaitPrinted(
  system: System,
  selling: Pick<Selling, "open">,
  onWait: (unprinted: number) => void,
): Promise<Violation[]> {
  const { violations } = await awaitSettled(system, selling, () => onWait(0));
  const others = violations.filter(({ invariant }) => invariant !== "I9");
  let left = await countUnprinted(system);
  while (left > 0) {
    onWait(left);
    const fewer = await waitFor(async () => (await countUnprinted(system)) < left, {
      message: "another PDF",
      timeoutMs: noneWithinMs,
      intervalMs: 500,
    }).catch(() => false);
    if (!fewer) return [...others, { invariant: "I9", text: `${left} vouchers without a PDF, and none is made` }];
    left = await countUnprinted(system);
  }
  return others;
}

async function countUnprinted({ sql }: System): Promise<number> {
  const [row] = await sql<{ count: number }>("SELECT count(*)::int AS count FROM voucher WHERE NOT has_pdf");
  return row?.count ?? 0;
}
