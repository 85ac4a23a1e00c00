/** One who asked, and waits for the answer. */
export interface PendingCall<Call, Result> {
  call: Call;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** What takes longer may never end: whoever asks meanwhile waits for it no more. */
const longestWaitMs = 100;

/**
 * Serves together all who ask in one turn of the event loop, or while those before them are being served; at rest nobody waits
 * for anybody. Whoever asks is never served with what began before.
 * @param serve answers each of them, and does not throw
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

/** The next turn of the event loop, once `earlier` is over, however it ended. */
const turnAfter = (earlier: Promise<unknown>) =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer);
      setImmediate(resolve);
    };
    const timer = setTimeout(go, longestWaitMs);
    earlier.then(go, go);
  });
