export interface DutyCycle {
  /** How many times as long as it worked it rests. */
  restsPerWork: number;
  maxRestMs: number;
}

/**
 * Duty cycle of a long work, in steps: behind each it rests in proportion to what the step took, so that others have the processors. Named as in
 * electronics.
 * @returns ends a step
 */
export function createDutyCycle({ restsPerWork, maxRestMs }: DutyCycle): () => Promise<void> {
  let beganAtMs = performance.now();
  return async () => {
    const restMs = Math.min(maxRestMs, restsPerWork * (performance.now() - beganAtMs));
    await new Promise((resolve) => setTimeout(resolve, restMs));
    beganAtMs = performance.now();
  };
}
