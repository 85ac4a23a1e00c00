import { expect } from "vitest";
import type { ProcessName, System } from "../../support/processes/system.js";

/** The process again, from the beginning, with a failpoint armed. */
export async function restartWith(system: System, name: ProcessName, failpoint: string): Promise<void> {
  await system.kill(name);
  await system.start(name, { FAILPOINT: failpoint });
}

/** Waits for the process to die at its failpoint, and starts it as it was; an issuer's locks are let run out. */
export async function reviveAfterCrash(system: System, name: ProcessName): Promise<void> {
  expect(await system.exited(name)).toMatchObject({ signal: "SIGKILL" });
  await system.expireLocks();
  await system.start(name);
}
