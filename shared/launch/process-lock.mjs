import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isRunning, startTimeOf } from "./process-table.mjs";

/**
 * Takes a lock file for this process, from a dead process too. Gives `{ release }`, or `{ holder: { pid } }` when a living one has it.
 */
export function claimLock(file) {
  const own = { pid: process.pid, startedAt: startTimeOf(process.pid) };
  const written = `${file}.${process.pid}`;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(written, JSON.stringify(own));
  try {
    for (;;) {
      // A link appears with its whole content or not at all.
      if (tryLink(written, file)) return { release: () => releaseLock(file) };
      const holder = readLock(file);
      if (holder && isRunning(holder)) return { holder };
      removeStale(file);
    }
  } finally {
    rmSync(written, { force: true });
  }
}

/** Who holds the lock; undefined when nobody alive does. */
export function lockHolder(file) {
  const holder = readLock(file);
  return holder && isRunning(holder) ? holder : undefined;
}

function tryLink(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Another process may have taken the stale lock between our look and this: what was moved away alive goes back. */
function removeStale(file) {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const holder = readLock(aside);
  if (holder && isRunning(holder)) tryLink(aside, file);
  rmSync(aside, { force: true });
}

function releaseLock(file) {
  if (readLock(file)?.pid === process.pid) rmSync(file, { force: true });
}
