import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { isSameSequence, substituteOf } from "./companies.js";
import type { Database } from "./database.js";
import type { ImportRow, Row } from "./rows.js";
import { isVerified } from "./suspicion.js";
import type { World } from "./world.js";

/** What the authority shows of a voucher: none of another document is imported here. */
type Shown = Pick<ImportRow, "date" | "total" | "createdAtMs">;

/** The authority's clock may be ahead. */
const clockMs = 10 * 60_000;

/** A model of shared/db/reconcile/doubt-equal-sales.ts: the keys of waiting and ended sales that equal a voucher without a key become suspect. */
export function doubtEqualSales(
  { circumstances }: Pick<World, "circumstances">,
  database: Database,
  key: SequenceKey,
): void {
  const sequence = database.sequences.find((one) => isSameSequence(one.key, key));
  if (!sequence || isVerified(database, sequence)) return;
  const isHere = ({ sequence: own }: Row) =>
    isSameSequence(own, key) ||
    isSameSequence({ ...own, posNumber: substituteOf(circumstances, own) ?? own.posNumber }, key);
  const keyless = database.imported.filter(({ sequence }) => isSameSequence(sequence, key));
  for (const row of database.rows) {
    const isOpen = ["queued", "rejected", "cancelled", "failed"].includes(row.state);
    if (!isOpen || !isHere(row)) continue;
    const since = Math.min(...keyless.filter((one) => isEqual(row, one)).map(({ createdAtMs }) => createdAtMs));
    if (since - clockMs < row.recordedAtMs) row.suspectSinceMs = Math.min(row.suspectSinceMs ?? since, since);
  }
}

const isEqual = ({ sale }: Row, { date, total }: Shown): boolean =>
  sale.document === "0" && sale.date === date && Number(sale.total) === Number(total);
