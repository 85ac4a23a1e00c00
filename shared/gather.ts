/** A call whose caller waits for the result. */
export interface PendingCall<Call, Result> {
  call: Call;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** A batch that takes longer may hang for good: the next one no longer waits for it. */
const longestWaitMs = 100;

/** The pause after a batch of several calls is a millisecond for each of them, at most this. */
const longestPauseMs = 10;

/**
 * Serves in one batch all calls of one turn of the event loop, and all calls made while the batch before is served or in the pause
 * after it. When nothing runs, a call waits for no other. After a batch of several calls more of them come soon, and a batch costs
 * the database more than a call in it: so the more calls a batch had, the longer the next one gathers. A call never joins a batch
 * that has begun.
 * @param serve resolves or rejects each call, and does not throw
 */
export function gather<Call, Result>(
  serve: (asked: PendingCall<Call, Result>[]) => Promise<unknown>,
): (call: Call) => Promise<Result> {
  let line: PendingCall<Call, Result>[] = [];
  let isServing = false;

  async function serveLine(): Promise<void> {
    isServing = true;
    do {
      await nextTurn();
      const asked = line;
      line = [];
      await ended(serve(asked));
      if (asked.length > 1) await pause(Math.min(asked.length, longestPauseMs));
    } while (line.length > 0);
    isServing = false;
  }

  return (call) =>
    new Promise((resolve, reject) => {
      line.push({ call, resolve, reject });
      if (!isServing) void serveLine();
    });
}

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** Ends when the work succeeds or fails, or takes too long. */
const ended = (work: Promise<unknown>) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, longestWaitMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });
