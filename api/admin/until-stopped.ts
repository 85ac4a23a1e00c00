const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Work that Ctrl-C, or another signal to end, stops in good order. */
export async function untilStopped<Result>(work: (stop: AbortSignal) => Promise<Result>): Promise<Result> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of signals) process.once(signal, stop);
  try {
    return await work(stopping.signal);
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}
