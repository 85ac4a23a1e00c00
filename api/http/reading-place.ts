import { type FairSemaphore, GaveWay } from "../../shared/concurrency/fair-semaphore.js";
import type { Groups } from "../../shared/concurrency/groups.js";
import type { Caller } from "../../shared/db/company/caller.js";
import type { ApiError } from "./errors.js";
import { createReading, type KeptTimes, type Reading } from "./reading.js";

/** Places of which whoever reads needs one. */
interface Door {
  places: FairSemaphore;
  groups: Groups;
  /** The answer when there is none. */
  full(): ApiError;
}

/** A place, or several, of somebody who reads a file. */
export interface ReadingPlace {
  reading: Reading;
  /** Aborted when the place is another's from now on. */
  gaveWay: AbortSignal;
  /** Nothing happens the second time. */
  leave(): void;
}

/**
 * So long who has the place of one door and waits at the next does not give way: whoever left that place may still be leaving the next. Beside
 * who has had nothing of late it is shorter, who then waits at the next door too.
 */
const graceMs = { first: 1_000, again: 3_000 };

/** Within their company callers share its places. */
export const callerKey = ({ apiKeyId, userEmail }: Caller): string =>
  userEmail === null ? `key ${apiKeyId}` : `person ${userEmail}`;

/**
 * Takes a place at each door, one after the other. Who reads slowly gives way, and at one door who waits at the next.
 * @param kept how long who reads enough does not
 * @param gone aborted when nobody will read
 */
export async function takeReadingPlace(
  doors: readonly Door[],
  kept: KeptTimes,
  gone: AbortSignal,
): Promise<ReadingPlace> {
  const ended = new AbortController();
  let enteredMs = performance.now();
  let reading: Reading | undefined;
  const holder = {
    standing: (besideFirst: boolean) => {
      if (reading) return reading.standing(besideFirst);
      return performance.now() - enteredMs < (besideFirst ? graceMs.first : graceMs.again)
        ? Number.POSITIVE_INFINITY
        : enteredMs;
    },
    giveWay: () => ended.abort(new Error("it was read too slowly, and its place became another's")),
    gone: AbortSignal.any([gone, ended.signal]),
  };
  const taken: (() => void)[] = [];
  const leave = () => {
    for (const each of taken.splice(0)) each();
  };
  for (const { places, groups, full } of doors) {
    const leavePlace = await places.enter({ groups, ...holder }).catch((error) => {
      leave();
      throw error instanceof GaveWay ? full() : error;
    });
    taken.push(leavePlace);
    enteredMs = performance.now();
  }
  reading = createReading(kept);
  return { reading, gaveWay: ended.signal, leave };
}
