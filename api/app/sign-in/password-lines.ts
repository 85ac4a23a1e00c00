import { toSignInName } from "../../../shared/db/people/sign-in-name.js";
import type { KnownSenders } from "./known-senders.js";
import { createWaitingLine, LineIsFull, type PasswordLine } from "./waiting-line.js";

/**
 * The lines for work with passwords, of which each piece takes a processor for a fifth of a second and 64 MB. Strangers have one, in
 * turn by address. Who signed in from the same address before, has a link or is signed in has another, which strangers cannot fill.
 */
export interface PasswordLines {
  /** For somebody who gives a name. */
  toSignIn<Result>(who: { address: string; name: string }, work: () => Promise<Result>): Promise<Result>;
  /** For somebody who is known by other means. */
  ofKnown: PasswordLine;
}

/** Of both lines together not more runs at once than passwords are hashed at once. */
const bounds = { atOnce: 1, maxWaiting: 20, longestMs: 10_000 };

/** When somebody for whom there was no place may try again, in seconds. */
export const retryAfterSeconds = 5;

export const fullLine = "Hay muchas personas entrando a la vez. Esperá unos segundos y probá de nuevo.";

/** For `catch`: that there was no place to wait is an answer, and any other error is none. */
export function unlessFull(error: unknown): "full" {
  if (error instanceof LineIsFull) return "full";
  throw error;
}

export function createPasswordLines(known: KnownSenders): PasswordLines {
  const [ofStrangers, ofKnown] = [createWaitingLine(bounds), createWaitingLine(bounds)];
  return {
    ofKnown,
    async toSignIn({ address, name }, work) {
      return (await known.knows(address, name)) ? ofKnown(toSignInName(name), work) : ofStrangers(address, work);
    },
  };
}
