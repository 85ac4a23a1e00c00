import { expect } from "vitest";
import type { ProcessName, System } from "../../support/processes/system.js";

/** Kills the process and starts it again with a failpoint. */
export async function restartWith(system: System, name: ProcessName, failpoint: string): Promise<void> {
  await system.kill(name);
  await system.start(name, { FAILPOINT: failpoint });
}

/** Waits until the process dies at its failpoint, deletes the locks, and starts it again without the failpoint. */
export async function reviveAfterCrash(system: System, name: ProcessName): Promise<void> {
  expect(await system.exited(name)).toMatchObject({ signal: "SIGKILL" });
  await system.expireLocks();
  await system.start(name);
}
