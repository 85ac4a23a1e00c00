import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { describeKey, isSameSequence, standsIn } from "./companies.js";
import { type Database, flush, heldUntilMs } from "./database.js";
import { doubtEqualSales, doubtFreed } from "./doubt-equal-sales.js";
import type { ImportRow } from "./rows.js";
import { advancePastKnown } from "./store/sequences.js";
import { hasLostHistory, isVerified } from "./suspicion.js";
import type { World } from "./world.js";

/** What the authority shows of a voucher. */
export type Shown = Omit<ImportRow, "sequence" | "whileUnverified">;

/**
 * A model of shared/db/reconcile/import-vouchers.ts: what has no voucher here, and is not written ahead. Gives the numbers that it added.
 * @param isTaken the caller has taken the sequence
 */
export function importVouchers(
  world: Pick<World, "circumstances" | "guards">,
  database: Database,
  key: SequenceKey,
  shown: Shown[],
  { isTaken = false } = {},
): number[] {
  const added = addVouchers(database, key, shown);
  const ofFreed = world.guards.importsDoubtFreed ? doubtFreed(world, database, key, added) : 0;
  const doubted = ofFreed + doubtEqualSales(world, database, key);
  const sequence = database.sequences.find((one) => isSameSequence(one.key, key));
  if (sequence) advancePastKnown(database, sequence);
  if (!isTaken && world.guards.importsRaiseEpochs && added.length + doubted > 0) raiseEpochs(world, database, key);
  flush(database);
  return added;
}

/** The same as a transaction that has its locks for a while: all of it is committed at its end. Nobody else imports there meanwhile. */
export function importSlowly(
  world: Pick<World, "circumstances" | "guards" | "scheduler">,
  database: Database,
  key: SequenceKey,
  shown: Shown[],
  { holdsMs, done }: { holdsMs: number; done: (added: number[]) => void },
): void {
  const { starts } = database;
  const untilMs = world.scheduler.nowMs() + holdsMs;
  if (heldUntilMs(database, key) > world.scheduler.nowMs()) return;
  database.held.set(describeKey(key), untilMs);
  world.scheduler.after(holdsMs, () => {
    if (database.starts === starts) done(importVouchers(world, database, key, shown));
  });
}

function addVouchers(database: Database, key: SequenceKey, shown: Shown[]): number[] {
  const sequence = database.sequences.find((one) => isSameSequence(one.key, key));
  const isOf = (number: number) => (one: { sequence: SequenceKey; number: number | null }) =>
    isSameSequence(one.sequence, key) && one.number === number;
  const isMissing = (number: number) =>
    sequence?.missing != null && number >= sequence.missing.from && number <= sequence.missing.to;
  return shown.flatMap((voucher) => {
    const { number } = voucher;
    const isOut = database.rows.some((row) => row.state === "submitted" && isOf(number)(row));
    if (isOut || [...database.vouchers, ...database.imported].some(isOf(number))) return [];
    const whileUnverified = sequence
      ? !isVerified(database, sequence) || isMissing(number)
      : database.rows.some(
          (row) =>
            row.sequence.companyId === key.companyId && row.state !== "approved" && hasLostHistory(database, row),
        );
    database.imported.push({ sequence: key, ...voucher, whileUnverified });
    return [number];
  });
}

function raiseEpochs({ circumstances }: Pick<World, "circumstances">, { sequences }: Database, key: SequenceKey): void {
  for (const sequence of sequences) {
    const isHere = { ...sequence.key, ...(standsIn(circumstances, key) && { posNumber: key.posNumber }) };
    if (isSameSequence(isHere, key)) sequence.epoch++;
  }
}
