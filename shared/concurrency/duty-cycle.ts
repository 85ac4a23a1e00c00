export interface DutyCycle {
  /** The least that it works at a time: steps that take less are gathered. */
  leastWorkMs: number;
  /** How many times as long as it worked it rests. */
  restsPerWork: number;
  maxRestMs: number;
}

/**
 * Duty cycle of a long work, in steps: it works for a while, and then rests in proportion to what that took, so that others have the processors. Named
 * as in electronics.
 * @returns ends a step
 */
export function createDutyCycle({ leastWorkMs, restsPerWork, maxRestMs }: DutyCycle): () => Promise<void> {
  let beganAtMs = performance.now();
  return async () => {
    const workedMs = performance.now() - beganAtMs;
    if (workedMs < leastWorkMs) return;
    await new Promise((resolve) => setTimeout(resolve, Math.min(maxRestMs, restsPerWork * workedMs)));
    beganAtMs = performance.now();
  };
}
