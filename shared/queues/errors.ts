/** The job can never succeed: it is not tried again. */
export class FinalError extends Error {
  override name = "FinalError";
}

/** Not now: the job steps aside for `waitMs` without holding a worker and without spending an attempt. */
export class BusyError extends Error {
  override name = "BusyError";
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}
