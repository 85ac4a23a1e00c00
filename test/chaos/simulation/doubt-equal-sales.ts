import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { isSameSequence, substituteOf } from "./companies.js";
import type { Database } from "./database.js";
import type { ImportRow, Row } from "./rows.js";
import { isVerified } from "./suspicion.js";
import type { World } from "./world.js";

/** What the authority shows of a voucher: none of another document is imported here. */
type Shown = Pick<ImportRow, "date" | "total" | "createdAtMs">;

/** A model of shared/db/reconcile/doubt-equal-sales.ts: the keys of waiting and ended sales that equal an imported voucher become suspect. */
export function doubtEqualSales(
  { circumstances }: Pick<World, "circumstances">,
  database: Database,
  key: SequenceKey,
  shown: Shown,
): void {
  const sequence = database.sequences.find((one) => isSameSequence(one.key, key));
  if (!sequence || isVerified(database, sequence)) return;
  const isHere = ({ sequence: own }: Row) =>
    isSameSequence(own, key) ||
    isSameSequence({ ...own, posNumber: substituteOf(circumstances, own) ?? own.posNumber }, key);
  for (const row of database.rows) {
    const isOpen = ["queued", "rejected", "cancelled", "failed"].includes(row.state);
    if (!isOpen || !isHere(row) || !isEqual(row, shown) || shown.createdAtMs >= row.recordedAtMs) continue;
    row.suspectSinceMs = Math.min(row.suspectSinceMs ?? shown.createdAtMs, shown.createdAtMs);
  }
}

const isEqual = ({ sale }: Row, { date, total }: Shown): boolean =>
  sale.document === "0" && sale.date === date && Number(sale.total) === Number(total);
