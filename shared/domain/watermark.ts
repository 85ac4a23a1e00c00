import { type DatabasePosition, isBehindWatermark } from "./database-position.js";

/** DatabasePosition of a database, kept outside it, with the time of the database's own clock. */
export interface Watermark extends DatabasePosition {
  /** Milliseconds since 1970. */
  writtenMs: number;
}

/** One as it was read: only a verified one was written by an issuer. */
export interface ReadWatermark extends DatabasePosition {
  writtenMs: number | null;
  verified: boolean;
}

/** State of the database by which a watermark is judged. */
export interface Judge extends DatabasePosition {
  nowMs: number;
  /** When an issuer last noted in it that it had not gone back. Null: never. */
  notedMs: number | null;
  /** Watermarks that a person said are wrong. */
  discarded: readonly DiscardedWatermark[];
}

/** DiscardedWatermark watermark: a person said that it is wrong. `writtenMs`: its own time. Null where an earlier version kept none. */
export type DiscardedWatermark = Pick<DatabasePosition, "history" | "position"> & { writtenMs?: number | null };

export type WatermarkVerdict = "equal" | "behind" | "ahead" | "too far ahead" | "forged";

/** PostgreSQL writes less of its log in a second, on any hardware of today. */
const maxBytesPerSecond = 256n * 1024n ** 2n;
/** A minute of that: so often the database is told that it has not gone back. */
const marginBytes = 16n * 1024n ** 3n;

/**
 * Judges what a watermark shows. ▲ One that does not verify shows nothing. ▲ One that is further ahead than can have been written since the
 * database was told that it had not gone back shows no copy of it: a person decides. Source: issuer/README.md, section 3, "A database that
 * lost its last commits".
 */
export function judgeWatermark(database: Judge, seen: ReadWatermark): WatermarkVerdict {
  if (!seen.verified) return "forged";
  if (seen.history === database.history && seen.position === database.position) return "equal";
  if (!isBehindWatermark(database, seen) || isDiscarded(database, seen)) return "behind";
  return isTooFar(database, seen) ? "too far ahead" : "ahead";
}

/**
 * A person said that it is wrong, or that a later one of the same history is. ▲ What was written since that one is another matter: a wrong one that is
 * far ahead would else hide all ways back until the database has passed it.
 */
export const isDiscarded = ({ discarded }: Pick<Judge, "discarded">, seen: ReadWatermark): boolean =>
  discarded.some(
    ({ history, position, writtenMs = null }) =>
      history === seen.history &&
      seen.position <= position &&
      (writtenMs === null || seen.writtenMs === null || seen.writtenMs <= writtenMs),
  );

function isTooFar({ position, notedMs, nowMs }: Judge, seen: ReadWatermark): boolean {
  if (notedMs === null || seen.writtenMs === null) return false;
  const elapsedMs = Math.max(0, Math.min(seen.writtenMs, nowMs) - notedMs);
  return seen.position - position > marginBytes + (maxBytesPerSecond * BigInt(Math.round(elapsedMs))) / 1_000n;
}
