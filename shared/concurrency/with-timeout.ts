/** The task had no answer in time. It goes on. */
class TimeoutError extends Error {
  override name = "TimeoutError";

  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
  }
}

/**
 * Time-out: the task's result, or what `late` gives or throws after `ms`. The task itself goes on, and its result is ignored. An answer
 * that is there already counts, however late this process gets to read it.
 * @throws TimeoutError unless there is another `late`
 */
export function withTimeout<T, Late = never>(
  ms: number,
  task: Promise<T>,
  late: () => Late = () => {
    throw new TimeoutError(ms);
  },
): Promise<T | Late> {
  const giveUp = async () => late();
  return new Promise((resolve, reject) => {
    const cancel = startTimer(ms, () => resolve(giveUp()));
    task.then(resolve, reject).finally(cancel);
  });
}

/**
 * Timer that lets this process read first: calls `late` after `ms`, unless it is cancelled before. When a process stood still, its
 * timers end before it reads what came meanwhile.
 */
export function startTimer(ms: number, late: () => void): () => void {
  let isCancelled = false;
  const tell = () => {
    if (!isCancelled) late();
  };
  const timer = setTimeout(() => setImmediate(() => setImmediate(tell)), ms);
  return () => {
    isCancelled = true;
    clearTimeout(timer);
  };
}
