import { resolve } from "../../../issuer/issuing/resolve.js";
import { settleBatch } from "../../../issuer/issuing/settle-batch.js";
import type { Submission } from "../../../shared/db/issuing/submissions.js";
import type { Look } from "../../../shared/domain/look-pace.js";
import { last, openScript, type Script } from "./scripted-authority.js";
import { submission } from "./submission.js";

export interface FirstSend extends Script {
  /** Default: number 42 alone. */
  run?: Submission[];
  canSubmitNext?: boolean;
}

/** The first send of number 42, against an authority that answers by the script; gives what was done, in order. */
export async function sendFirst({ run = [submission], canSubmitNext = false, ...script }: FirstSend) {
  const { sequence, told } = openScript(script, run.length > 1);
  const settled = await settleBatch(sequence, {
    submissions: run,
    heldAtMs: sequence.clock.monotonicMs(),
    canSubmitNext: () => canSubmitNext,
  });
  return { settled, done: told.done, told };
}

export interface Resolving extends Script {
  over?: Partial<Submission>;
}

/** What becomes of number 42, of which nobody knows whether it was granted. */
export async function resolveOne({ over, ...script }: Resolving = {}) {
  const { sequence, told, questions } = openScript(script);
  const step = await resolve(sequence, { ...submission, ...over });
  return { step, ...told, asked: questions() };
}

/** Rounds of questions that ended so many seconds ago. */
export const looked = (...secondsAgo: number[]): Look[] =>
  secondsAgo.map((ago) => ({ at: submission.nowMs - ago * 1_000, questions: 3 }));
/** A later round, with nothing to wait for. */
export const later = { looks: looked(120) };
/** The number was granted to nobody. */
export const free = { lastNumbers: [last(41)] };

/** The questions of a look that finds nothing. */
export const counted = ["consult 42", "ask the last"];
