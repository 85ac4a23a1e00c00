import { settleBatch } from "../../../issuer/issuing/issue-next-batch.js";
import { resolve } from "../../../issuer/issuing/resolve.js";
import type { Submission } from "../../../shared/db/issuing/submissions.js";
import type { Look } from "../../../shared/domain/look-pace.js";
import { last, openScript, type Script } from "./scripted-authority.js";
import { submission } from "./submission.js";

export interface FirstSend extends Script {
  /** Default: number 42 alone. */
  run?: Submission[];
  canSubmitNext?: boolean;
}

/** Sends number 42 for the first time to a scripted authority. Gives the steps in order. */
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

/** Resolves number 42, which may or may not have been granted. */
export async function resolveOne({ over, ...script }: Resolving = {}) {
  const { sequence, told, questions } = openScript(script);
  const step = await resolve(sequence, { ...submission, ...over });
  return { step, ...told, asked: questions() };
}

/** Rounds of questions that ended the given numbers of seconds ago. */
export const looked = (...secondsAgo: number[]): Look[] =>
  secondsAgo.map((ago) => ({ at: submission.nowMs - ago * 1_000, questions: 3 }));
/** Makes the round a later one that is due. */
export const later = { looks: looked(120) };
/** The counter shows that number 42 is free. */
export const free = { lastNumbers: [last(41)] };

/** The questions of a look that finds nothing. */
export const counted = ["consult 42", "ask the last"];
