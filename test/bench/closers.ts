type Close = () => Promise<unknown>;

interface Closers extends AsyncDisposable {
  add<T>(opened: T, close: (opened: T) => Promise<unknown>): T;
}

const open: Close[] = [];

/** Collects what to close. Closes everything once, the latest first, at the end of the block or when the process ends early. */
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

/** Closes everything on Ctrl-C and on an uncaught error, so that no process and no folder stays behind. */
async function closeAll(exitCode: number): Promise<void> {
  for (let close = open.shift(); close; close = open.shift()) await close().catch(() => undefined);
  process.exit(exitCode);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void closeAll(130));
process.once("uncaughtException", (error) => {
  console.error(error);
  void closeAll(1);
});
