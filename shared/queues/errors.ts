/** The job can never succeed: do not retry it. */
export class FinalError extends Error {
  override name = "FinalError";
}

/** The job cannot run now: delay it by `waitMs`. It then holds no worker, and uses up no attempt. */
export class BusyError extends Error {
  override name = "BusyError";
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}
