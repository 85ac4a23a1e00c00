import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { isSameSequence, standingKeys } from "./companies.js";
import type { Database } from "./database.js";
import type { Row, SequenceRow } from "./rows.js";
import type { World } from "./world.js";

/** No commit of it can be missing: as the SQL function of this name. */
export const isVerified = ({ timeline: present }: Database, { unverified, timeline }: SequenceRow): boolean =>
  !unverified && timeline === present;

const ofCompany = ({ sequences }: Database, { sequence: { companyId } }: Row): SequenceRow[] =>
  sequences.filter(({ key }) => key.companyId === companyId);

/** The database may have lost an attempt of the key. */
const hasLostHistory = ({ timeline }: Database, row: Row): boolean =>
  row.suspectSinceMs !== null || row.timeline !== timeline;

/** A voucher of the row's key may exist that nothing shows: as the SQL function of this name, without imports. */
export function isSuspect(database: Database, row: Row): boolean {
  const isFreed = database.freed.some(({ issuanceId, sequenceId, number }) => {
    const sequence = database.sequences.find(({ id }) => id === sequenceId);
    return issuanceId === row.id && number > (sequence?.lastNumber ?? 0);
  });
  const isUnverified = ofCompany(database, row).some((one) => !isVerified(database, one));
  const isForgotten = !ofCompany(database, row).some(({ key }) => isSameSequence(key, row.sequence));
  return isFreed || (hasLostHistory(database, row) && (isUnverified || isForgotten));
}

/** It may be under CAEA, and nobody has said yet which vouchers there are missing: as the SQL function of this name. */
const awaitsVerification = ({ circumstances }: World, database: Database, row: Row): boolean =>
  hasLostHistory(database, row) &&
  circumstances.contingency !== null &&
  standingKeys(circumstances)
    .filter(
      ({ companyId, voucherType }) => companyId === row.sequence.companyId && voucherType === row.sequence.voucherType,
    )
    .some((key) => {
      const sequence = ofCompany(database, row).find((one) => isSameSequence(one.key, key));
      return !sequence || sequence.lastNumber === null || !isVerified(database, sequence);
    });

/** Why a key without a voucher takes no new attempt: a model of shared/db/issuing/suspicion.ts. */
export function findObstacle(
  world: World,
  database: Database,
  row: Row,
  wanted: SequenceKey,
): "barred" | "elsewhere" | "unverified" | undefined {
  if (row.state === "queued" || row.state === "submitted" || row.state === "approved") return undefined;
  if (row.isBarred) return "barred";
  const { guards } = world;
  if (guards.suspectKeysStay && !isSameSequence(row.sequence, wanted) && isSuspect(database, row)) return "elsewhere";
  return guards.suspectKeysWait && awaitsVerification(world, database, row) ? "unverified" : undefined;
}

/** What a new attempt of the row's key keeps of its doubts. */
export function keepDoubt(
  world: World,
  database: Database,
  row: Row,
): Pick<Row, "suspectSinceMs"> & { stays: boolean } {
  if (!world.guards.doubtOutlivesAttempts) return { suspectSinceMs: null, stays: false };
  const isLost = row.timeline !== database.timeline;
  const stays = isLost || isSuspect(database, row);
  const since = Math.min(row.suspectSinceMs ?? row.recordedAtMs, row.recordedAtMs);
  return { suspectSinceMs: isLost ? since : stays ? row.suspectSinceMs : null, stays };
}
