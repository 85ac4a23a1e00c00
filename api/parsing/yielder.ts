const atMostMs = 10;

const waiting: (() => void)[] = [];

/** Resolves in one of the next turns of the event loop, of which each has one of those who wait: many at once hold up others no longer than one. */
const afterOthers = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn);
  });

function goOn(): void {
  const next = waiting.shift();
  if (waiting.length > 0) setImmediate(goOn);
  next?.();
}

/** For work on many things: awaited before each, it lets other requests go on whenever this one has held the process for 10 ms. */
export function createYielder(): () => Promise<void> | undefined {
  let sinceMs = performance.now();
  return () => {
    if (performance.now() - sinceMs < atMostMs) return;
    return afterOthers().then(() => {
      sinceMs = performance.now();
    });
  };
}
