/** A call whose caller waits for the result. */
export interface PendingCall<Call, Result> {
  call: Call;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** A batch that takes longer may hang for good: the next one no longer waits for it. */
const longestWaitMs = 100;

/** The pause after a batch is a millisecond for each call that went with others, at most this. */
const longestPauseMs = 10;

/**
 * Serves in one batch all calls of one turn of the event loop, and all calls made while the batch before is served or in the pause
 * after it. After a call that was alone there is no pause. After several that went together more come soon, and a statement costs
 * the database more than a call in it: so the more went together, the longer the next ones gather. A call never joins a batch that
 * has begun.
 * @param serve resolves or rejects each call, and does not throw. Gives how many calls went together in a statement
 */
export function createBatcher<Call, Result>(
  serve: (asked: PendingCall<Call, Result>[]) => Promise<number>,
): (call: Call) => Promise<Result> {
  let line: PendingCall<Call, Result>[] = [];
  let isServing = false;

  async function serveLine(): Promise<void> {
    isServing = true;
    do {
      await nextTurn();
      const asked = line;
      line = [];
      const together = await ended(serve(asked));
      if (together > 1) await pause(Math.min(together, longestPauseMs));
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

/** Result of the work; 0 when it fails or takes too long. */
const ended = (work: Promise<number>) =>
  new Promise<number>((resolve) => {
    const giveUp = () => resolve(0);
    const timer = setTimeout(giveUp, longestWaitMs);
    work.then(resolve, giveUp).finally(() => clearTimeout(timer));
  });
