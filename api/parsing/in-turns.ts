import type { Steps } from "../../shared/domain/steps.js";
import { createYielder } from "./yielder.js";

/** Runs the steps, and lets other requests go on between them whenever they have held the process for a while. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  const breathe = createYielder();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await breathe();
  }
}
