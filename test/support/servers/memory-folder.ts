import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";

/** Linux keeps in memory what is written here. */
const inMemory = "/dev/shm";
/** More than the databases of a run need at once. */
const leastBytes = 6 * 1024 ** 3;

/**
 * A new folder in memory for the data of the run's PostgreSQL, where there is much memory: there a database is copied in a third of the
 * processor's time, and a run copies hundreds. It goes when this process ends. Nothing where there is little.
 */
export function makeMemoryFolder(): string | undefined {
  if (!existsSync(inMemory) || process.availableMemory() < leastBytes) return undefined;
  removeLeft();
  const { bavail, bsize } = statfsSync(inMemory);
  if (bavail * bsize < leastBytes) return undefined;
  const folder = mkdtempSync(path.join(inMemory, `talonario-tests-${process.pid}-`));
  chmodSync(folder, 0o755);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Removes what a run left that was killed: memory comes back in no other way. */
function removeLeft(): void {
  for (const name of readdirSync(inMemory)) {
    const [, pid] = /^talonario-tests-(\d+)-/.exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) rmSync(path.join(inMemory, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
