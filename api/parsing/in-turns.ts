import type { Steps } from "../../shared/domain/steps.js";
import { breather } from "./breathe.js";

/** Runs the steps, and lets other requests go on between them whenever they have held the process for a while. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  const breathe = breather();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await breathe();
  }
}
