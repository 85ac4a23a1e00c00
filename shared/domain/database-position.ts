/** Where a database stands: its history, and how far the log of its changes has got. Kept outside it, to notice when it goes back. */
export interface DatabasePosition {
  /** The server and the database in it. */
  place: string;
  /** The number of its history. */
  history: number;
  /** The histories before, whose commits it knows in part. */
  earlier: readonly number[];
  /** Log position. Never one that a crash can undo. */
  position: bigint;
}

/**
 * Commits of the database are missing that it had when it was seen: its files were copied back. A sighting of another database, or
 * from before the latest loss that was noticed, shows nothing. Source: issuer/README.md, section 3.
 */
export const isBehindWatermark = (present: DatabasePosition, seen: DatabasePosition): boolean =>
  seen.place === present.place &&
  (seen.history === present.history ? seen.position > present.position : seen.earlier.includes(present.history));

/** Whether it tells something that is not kept. */
export const isAhead = (sighting: DatabasePosition, kept: DatabasePosition | undefined): boolean =>
  !kept || !(isBehindWatermark(sighting, kept) || isSame(sighting, kept));

const isSame = (one: DatabasePosition, other: DatabasePosition): boolean =>
  one.history === other.history && one.position === other.position;
