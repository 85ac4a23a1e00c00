import { createFairSemaphore, type FairSemaphore } from "../../../shared/concurrency/fair-semaphore.js";
import type { Groups } from "../../../shared/concurrency/groups.js";
import { addressGroups } from "../../middleware/address-groups.js";

/** How far a form's sender is trusted: what is read of it, and how much at once. */
export interface BodyLimits {
  maxBytes: number;
  longestMs: number;
  places: FairSemaphore;
  /** Groups whose places they are. */
  groups: Groups;
  /** Whether the place is kept until the answer, because what was read is kept that long. */
  keepsPlace: boolean;
}

export interface FormSender {
  address: string;
  /** Person who is signed in, and the company of the path, which has accepted them; undefined of a path outside all companies. */
  member: { personId: number; companyId: number | undefined } | undefined;
  /** Person who signed in with this browser before. */
  knownPersonId: number | undefined;
  path: string;
  /** The length that the request tells; undefined when it tells none. */
  length: number | undefined;
}

const [kib, mib] = [1_024, 1_048_576];
/** Limit for strangers: the forms to sign in and to ask for a password need less than 3 KB. */
const strangersBytes = 16 * kib;

/** Where forms carry files: batches have up to 8 MB, and a logo that is too large is told so on its page. */
const takesFile =
  /^\/app\/[^/]+\/(?:homologation|production)\/(?:batches\/new|points-of-sale\/[^/]+\/logo|certificates\/[^/]+\/installation)$/;

/** A place that is left once the form has come: whoever has one is reading, and gives way at once. */
const brief = () => createFairSemaphore({ places: 64, ofKey: 8, timeoutMs: 0 });
/** A place that is kept until the answer, because of what the form takes in memory: while that is worked on, nobody gives way. */
const kept = () => createFairSemaphore({ places: 8, ofKey: 2, line: 16, timeoutMs: 1_000, longestMs: 10_000 });

/**
 * Says how far a sender is trusted. The places are of this process.
 * @param knows whether somebody signed in from this address of late. Who is known has places of their own, which strangers cannot take,
 *   and a form that was sent after its session ended may be longer
 */
export function createBodyLimits(
  knows: (address: string) => Promise<boolean>,
): (sender: FormSender) => Promise<BodyLimits> {
  const stranger = { maxBytes: strangersBytes, longestMs: 10_000, places: brief(), keepsPlace: false };
  const known = { ...stranger, places: brief() };
  const knownLong = { maxBytes: 256 * kib, longestMs: 20_000, places: kept(), keepsPlace: true };
  const person = { maxBytes: mib, longestMs: 60_000, places: brief(), keepsPlace: false };
  const personWithFile = { maxBytes: 9 * mib, longestMs: 60_000, places: kept(), keepsPlace: true };

  return async ({ address, member, knownPersonId, path, length = 0 }) => {
    if (member) {
      const company = member.companyId === undefined ? "no company" : `company ${member.companyId}`;
      const groups: Groups = [company, `person ${member.personId}`];
      return { ...(member.companyId !== undefined && takesFile.test(path) ? personWithFile : person), groups };
    }
    const ofKnown = length > strangersBytes && length <= knownLong.maxBytes ? knownLong : known;
    if (knownPersonId !== undefined) return { ...ofKnown, groups: [`person ${knownPersonId}`] };
    return { ...((await knows(address)) ? ofKnown : stranger), groups: addressGroups(address) };
  };
}
