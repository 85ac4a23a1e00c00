import { createFairSemaphore, GaveWay } from "../../../shared/concurrency/fair-semaphore.js";
import type { Groups } from "../../../shared/concurrency/groups.js";
import { toSignInName } from "../../../shared/db/people/sign-in-name.js";
import type { LocalizedText } from "../../../shared/domain/localized-text.js";
import { addressGroups } from "../../middleware/address-groups.js";
import type { RecentAddresses } from "../frame/recent-addresses.js";

/** Runs work when its turn comes. @throws GaveWay */
type RunQueued = <Result>(groups: Groups, work: () => Promise<Result>) => Promise<Result>;

/** Person who wants to sign in. */
interface SignInAttempt {
  address: string;
  name: string;
  /** Person who signed in with this browser before. */
  knownPersonId: number | undefined;
}

/**
 * The lines for work with passwords, of which each piece takes a processor for a fifth of a second and 64 MB. Strangers have one, in
 * turn by address. Who signed in from the same address or with the same browser before, has a link or is signed in has another, which
 * strangers cannot fill.
 */
export interface PasswordQueues {
  /** For somebody who gives a name. */
  toSignIn<Result>(who: SignInAttempt, work: () => Promise<Result>): Promise<Result>;
  /** For somebody who is known by other means. */
  ofKnown<Result>(personId: number, work: () => Promise<Result>): Promise<Result>;
}

/** Limits of each line: both lines together run no more at once than passwords are hashed at once. */
const bounds = { places: 1, line: 20, longestMs: 10_000 };

/** When somebody for whom there was no place may try again, in seconds. */
export const retryAfterSeconds = 5;

export const fullLine: LocalizedText = {
  en: "Many people are signing in at once. Wait a few seconds and try again.",
  es: "Hay muchas personas entrando a la vez. Esperá unos segundos y probá de nuevo.",
};

/** For `catch`: that there was no place to wait is an answer, and any other error is none. */
export function orQueueFull(error: unknown): "full" {
  if (error instanceof GaveWay) return "full";
  throw error;
}

export function createPasswordQueues(known: RecentAddresses): PasswordQueues {
  const [ofStrangers, inKnown] = [createLine(), createLine()];
  const ofPerson = (id: number): Groups => [`person ${id}`];
  return {
    ofKnown: (personId, work) => inKnown(ofPerson(personId), work),
    async toSignIn({ address, name, knownPersonId }, work) {
      if (knownPersonId !== undefined) return inKnown(ofPerson(knownPersonId), work);
      if (await known.knows(address, name)) return inKnown([`name ${toSignInName(name)}`], work);
      return ofStrangers(addressGroups(address), work);
    },
  };
}

function createLine(): RunQueued {
  const line = createFairSemaphore(bounds);
  return async (groups, work) => {
    const leave = await line.enter({ groups });
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
