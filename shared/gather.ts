/** A call whose caller waits for the result. */
export interface PendingCall<Call, Result> {
  call: Call;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** A batch that takes longer may hang for good: the next one no longer waits for it. */
const longestWaitMs = 100;

/**
 * Serves in one batch all calls of one turn of the event loop, and all calls made while the batch before is served. When nothing
 * runs, a call waits for no other. A call never joins a batch that has begun.
 * @param serve resolves or rejects each call, and does not throw
 */
export function gather<Call, Result>(
  serve: (asked: PendingCall<Call, Result>[]) => Promise<unknown>,
): (call: Call) => Promise<Result> {
  let line: PendingCall<Call, Result>[] = [];
  let earlier: Promise<unknown> = Promise.resolve();
  let isServing = false;

  async function serveLine(): Promise<void> {
    isServing = true;
    while (line.length > 0) {
      await turnAfter(earlier);
      const asked = line;
      line = [];
      earlier = serve(asked);
    }
    isServing = false;
  }

  return (call) =>
    new Promise((resolve, reject) => {
      line.push({ call, resolve, reject });
      if (!isServing) void serveLine();
    });
}

/** The turn of the event loop after `earlier` succeeded, failed or timed out. */
const turnAfter = (earlier: Promise<unknown>) =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer);
      setImmediate(resolve);
    };
    const timer = setTimeout(go, longestWaitMs);
    earlier.then(go, go);
  });
