import { afterAll, expect } from "vitest";

type Closable = AsyncDisposable | { close(): unknown };

/** Openings of this worker, each with the file that it belongs to. The files of a worker share this module. */
const open = new Map<Closable, string | undefined>();

/**
 * Opens at the top of a test file what all of its tests use: `const api = await openForFile(openIssuingApp)`. It is closed after
 * the last of them, and what was opened later is closed first.
 * Leftovers: a file of which no test is chosen (`-t`) runs no hook, so the next file of the worker closes what that one opened.
 */
export async function openForFile<T extends Closable>(opener: () => T | Promise<T>): Promise<T> {
  const file = expect.getState().testPath;
  for (const [left, owner] of [...open].reverse()) if (owner !== file) await close(left);
  const opened = await opener();
  open.set(opened, file);
  afterAll(() => close(opened));
  return opened;
}

async function close(opened: Closable): Promise<void> {
  if (!open.delete(opened)) return;
  await (Symbol.asyncDispose in opened ? opened[Symbol.asyncDispose]() : opened.close());
}
