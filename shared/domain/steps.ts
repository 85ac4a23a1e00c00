/** Work in steps of a few milliseconds each. Between them whoever runs it may let others go on. */
export type Steps<Result> = Generator<undefined, Result>;

/** Runs all steps one after the other. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
