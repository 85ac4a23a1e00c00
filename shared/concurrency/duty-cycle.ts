export interface DutyCycle {
  /** How many times as long as it worked it rests at most. */
  restsPerWork: number;
  maxRestMs: number;
  /** Whether nobody else wants the processors. */
  isIdle: () => boolean;
}

const lookEveryMs = 2;

/**
 * Duty cycle of a long work, in short steps: behind each it rests until the machine is idle, and at most in proportion to what the step took. So others
 * have the processors, and it ends on a busy machine too. Named as in electronics; the work of an idle machine is what operating systems give their
 * background tasks.
 * @returns ends a step
 */
export function createDutyCycle({ restsPerWork, maxRestMs, isIdle }: DutyCycle): () => Promise<void> {
  let beganAtMs = performance.now();
  return async () => {
    const endedAtMs = performance.now();
    const restedAtMs = endedAtMs + Math.min(maxRestMs, restsPerWork * (endedAtMs - beganAtMs));
    do await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    while (!isIdle() && performance.now() < restedAtMs);
    beganAtMs = performance.now();
  };
}
