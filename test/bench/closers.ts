type Close = () => Promise<unknown>;

interface Closers extends AsyncDisposable {
  add<T>(opened: T, close: (opened: T) => Promise<unknown>): T;
}

const open: Close[] = [];

/** Remembers how to close what was opened; at the end of its block, or before, it is closed once, the latest first. */
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
      for (let close = own.shift(); close; close = own.shift()) {
        open.splice(open.indexOf(close), 1);
        await close();
      }
    },
  };
}

/** Neither Ctrl-C nor an error that escapes leaves a process or a folder behind. */
async function closeAll(exitCode: number): Promise<void> {
  for (let close = open.shift(); close; close = open.shift()) await close().catch(() => undefined);
  process.exit(exitCode);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void closeAll(130));
process.once("uncaughtException", (error) => {
  console.error(error);
  void closeAll(1);
});
