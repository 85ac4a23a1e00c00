import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isRunning, startTimeOf } from "./process-table.mjs";
import { readJson } from "./read-json.mjs";

/**
 * Takes a lock file for this process, also from a dead process. Gives `{ release }`, or `{ holder: { pid } }` when a living
 * process has it.
 * @returns {{ release(): void, holder?: undefined } | { holder: import("./process-table.mjs").ProcessIdentity, release?: undefined }}
 */
export function claimLock(file) {
  const own = { pid: process.pid, startedAt: startTimeOf(process.pid) };
  const written = `${file}.${process.pid}`;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(written, JSON.stringify(own));
  try {
    for (;;) {
      // A hard link is atomic: it appears with its whole content or not at all.
      if (tryLink(written, file)) return { release: () => releaseLock(file) };
      const holder = readJson(file);
      if (holder && isRunning(holder)) return { holder };
      removeStale(file);
    }
  } finally {
    rmSync(written, { force: true });
  }
}

/** The living process that holds the lock. Undefined when there is none. */
export function lockHolder(file) {
  const holder = readJson(file);
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

/** Another process may have replaced the stale lock since we read it. If we moved a living process's lock, we put it back. */
function removeStale(file) {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const holder = readJson(aside);
  if (holder && isRunning(holder)) tryLink(aside, file);
  rmSync(aside, { force: true });
}

function releaseLock(file) {
  if (readJson(file)?.pid === process.pid) rmSync(file, { force: true });
}
