import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { isFceType } from "../../../shared/domain/voucher-types.js";
import { isAsked, isSameSequence, standingKeys } from "./companies.js";
import type { Database } from "./database.js";
import { isOfSale } from "./doubt-equal-sales.js";
import { type FreedRow, type ImportRow, isOfSequence, type Row, type SequenceRow } from "./rows.js";
import type { World } from "./world.js";

/** No commit of it can be missing: as the SQL function of this name. */
export const isVerified = ({ timeline: present }: Database, { unverified, timeline }: SequenceRow): boolean =>
  !unverified && timeline === present;

const ofCompany = ({ sequences }: Database, { sequence: { companyId } }: Row): SequenceRow[] =>
  sequences.filter(({ key }) => key.companyId === companyId);

/** The database may have lost an attempt of the key. */
export const hasLostHistory = ({ timeline }: Database, row: Row): boolean =>
  row.suspectSinceMs !== null || row.timeline !== timeline;

/** For the authority's clock. */
const importMarginMs = 600_000;

/** When the attempt was recorded that may be lost. */
const sinceOf = ({ suspectSinceMs, recordedAtMs }: Row): number =>
  Math.min(suspectSinceMs ?? recordedAtMs, recordedAtMs);

/** The vouchers of the row's company that no key has claimed, and that were made since the attempt that may be lost. */
const importedSince = ({ imported }: Database, row: Row): ImportRow[] =>
  imported.filter(
    ({ sequence, createdAtMs }) =>
      sequence.companyId === row.sequence.companyId && createdAtMs >= sinceOf(row) - importMarginMs,
  );

/** Vouchers of its company are known to be missing since, under CAEA of its type, and not each of them is known. */
const isMissingSince = ({ circumstances }: World, database: Database, row: Row): boolean =>
  ofCompany(database, row).some(({ key, missing }) => {
    if (!missing || (key.voucherType !== row.sequence.voucherType && !isAsked(circumstances, key))) return false;
    const isThere = ({ sequence, number }: { sequence: SequenceKey; number: number }) =>
      isSameSequence(sequence, key) && number >= missing.from && number <= missing.to;
    const known = [...database.vouchers, ...database.imported].filter(isThere).length;
    return missing.atMs >= sinceOf(row) - importMarginMs && known <= missing.to - missing.from;
  });

/** One of them may be the key's: as the SQL function of this name. */
export const mayBeImported = (world: World, database: Database, row: Row): boolean =>
  hasLostHistory(database, row) &&
  ((world.guards.importsStopKeys &&
    importedSince(database, row).some(
      ({ sequence, caea, whileUnverified }) =>
        (whileUnverified && world.guards.importsStopEverywhere) ||
        (sequence.voucherType === row.sequence.voucherType && (caea || isSameSequence(sequence, row.sequence))),
    )) ||
    (world.guards.missingStopKeys && isMissingSince(world, database, row)));

/** Another numbering of the company may have its voucher, which the database forgot: as the SQL function of this name. */
const othersUnverified = ({ circumstances, guards }: World, database: Database, row: Row): boolean =>
  guards.othersStopKeys &&
  hasLostHistory(database, row) &&
  ofCompany(database, row).some(
    (one) =>
      !isOfSequence(row, one.key) &&
      !isVerified(database, one) &&
      (isAsked(circumstances, one.key) || (one.lastNumber !== null && !isFceType(row.sequence.voucherType))),
  );

const mayBeHidden = (world: World, database: Database, row: Row): boolean =>
  mayBeImported(world, database, row) || othersUnverified(world, database, row);

/** The same of one in line, which was recorded before: it is not sent. */
export const isHeldBack = (world: World, database: Database, row: Row): boolean =>
  world.guards.importsStopLines && row.suspectSinceMs !== null && mayBeHidden(world, database, row);

/** A voucher of the key may come of a request under the freed number, or has: as the SQL function of this name. */
export function isInDoubt({ guards }: World, database: Database, freed: FreedRow): boolean {
  const sequence = database.sequences.find(({ id }) => id === freed.sequenceId);
  if (!guards.freedEndByEvidence) return freed.number > (sequence?.lastNumber ?? 0);
  const isUnder = (one: { sequence: SequenceKey; number: number }) =>
    sequence !== undefined && isSameSequence(one.sequence, sequence.key) && one.number === freed.number;
  const other = database.imported.find(isUnder);
  return !freed.isCompared && !database.vouchers.some(isUnder) && (!other || isOfSale(other, freed.declared));
}

/** A voucher of the row's key may exist that nothing shows: as the SQL function of this name. */
export function isSuspect(world: World, database: Database, row: Row): boolean {
  const isFreed = database.freed.some((freed) => freed.issuanceId === row.id && isInDoubt(world, database, freed));
  const own = ofCompany(database, row);
  const isKnown = own.some(({ key }) => isOfSequence(row, key));
  const mayBeLost =
    !isKnown ||
    own.some((one) => !isVerified(database, one)) ||
    importedSince(database, row).length > 0 ||
    isMissingSince(world, database, row);
  return isFreed || (hasLostHistory(database, row) && mayBeLost);
}

/** It may be under CAEA, and nobody has said yet which vouchers there are missing: as the SQL function of this name. */
const awaitsVerification = ({ circumstances }: World, database: Database, row: Row): boolean =>
  hasLostHistory(database, row) &&
  circumstances.contingency !== null &&
  !isFceType(row.sequence.voucherType) &&
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
): "barred" | "elsewhere" | "unverified" | "imported" | "othersUnverified" | undefined {
  if (row.state === "queued" || row.state === "submitted" || row.state === "approved") return undefined;
  if (row.isBarred) return "barred";
  const { guards } = world;
  if (guards.suspectKeysStay && !isSameSequence(row.sequence, wanted) && isSuspect(world, database, row))
    return "elsewhere";
  if (guards.suspectKeysWait && awaitsVerification(world, database, row)) return "unverified";
  if (mayBeImported(world, database, row)) return "imported";
  return othersUnverified(world, database, row) ? "othersUnverified" : undefined;
}

/** What a new attempt of the row's key keeps of its doubts. */
export function keepDoubt(
  world: World,
  database: Database,
  row: Row,
): Pick<Row, "suspectSinceMs"> & { stays: boolean } {
  if (!world.guards.doubtOutlivesAttempts) return { suspectSinceMs: null, stays: false };
  const isLost = row.timeline !== database.timeline;
  const stays = isLost || isSuspect(world, database, row);
  return { suspectSinceMs: isLost ? sinceOf(row) : row.suspectSinceMs, stays };
}
