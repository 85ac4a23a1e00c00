type Close = () => Promise<unknown>;

interface Closers extends AsyncDisposable {
  add<T>(opened: T, close: (opened: T) => Promise<unknown>): T;
}

const open: Close[] = [];

/** Remembers how to close what was opened; at the end of its block it is closed, the latest first. */
export function openClosers(): Closers {
  const own: Close[] = [];
  return {
    add(opened, close) {
      const closeIt = () => close(opened);
      own.unshift(closeIt);
      open.unshift(closeIt);
      return opened;
    },
    async [Symbol.asyncDispose]() {
      for (const close of own) {
        open.splice(open.indexOf(close), 1);
        await close();
      }
    },
  };
}

/** Ctrl-C leaves no process and no folder behind. */
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    for (const close of open) await close().catch(() => undefined);
    process.exit(130);
  });
}
