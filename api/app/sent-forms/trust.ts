import { createPlaces, type Places } from "../../middleware/places.js";

/** How far a form's sender is trusted: what is read of it, and how much at once. */
export interface Trust {
  maxBytes: number;
  longestMs: number;
  places: Places;
  /** Whose places they are. */
  key: string;
  /** Whether the place is kept until the answer, because what was read is kept that long. */
  keepsPlace: boolean;
}

export interface Sender {
  address: string;
  /** Who is signed in. */
  personId: number | undefined;
  path: string;
  /** The length that the request tells; undefined when it tells none. */
  length: number | undefined;
}

const [kib, mib] = [1_024, 1_048_576];
/** What anybody may send: the forms to sign in and to ask for a password need less than 3 KB. */
const strangersBytes = 16 * kib;

/** Where forms carry files: batches have up to 8 MB, and a logo that is too large is told so on its page. */
const takesFile =
  /^\/app\/[^/]+\/(?:homologation|production)\/(?:batches\/new|points-of-sale\/[^/]+\/logo|certificates\/[^/]+\/installation)$/;

/**
 * Says how far a sender is trusted. The places are of this process.
 * @param knows whether somebody signed in from this address of late: then a form that was sent after its session ended may be longer
 */
export function createTrust(knows: (address: string) => Promise<boolean>): (sender: Sender) => Promise<Trust> {
  const stranger = { maxBytes: strangersBytes, longestMs: 10_000, places: createPlaces(64, 8), keepsPlace: false };
  const known = { maxBytes: 256 * kib, longestMs: 20_000, places: createPlaces(8, 2), keepsPlace: true };
  const person = { maxBytes: mib, longestMs: 60_000, places: createPlaces(64, 8), keepsPlace: false };
  const personWithFile = { maxBytes: 9 * mib, longestMs: 60_000, places: createPlaces(8, 2), keepsPlace: true };

  return async ({ address, personId, path, length = 0 }) => {
    if (personId !== undefined) return { ...(takesFile.test(path) ? personWithFile : person), key: `${personId}` };
    const isLong = length > stranger.maxBytes && length <= known.maxBytes;
    return { ...(isLong && (await knows(address)) ? known : stranger), key: address };
  };
}
