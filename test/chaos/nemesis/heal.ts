import type { Victim } from "./targets.js";
import { revive } from "./targets.js";

/** Ends every fault and starts every dead process. After this, the service must recover on its own. */
export async function heal(victim: Victim): Promise<void> {
  const { system, apis, issuers, others } = victim;
  for (const proxy of system.proxies.all()) await proxy.pass();
  await system.authority.clearFaults();
  await system.authority.set({ visibilityLagMs: 0, latencyMs: 50 });
  for (const name of [...apis, ...issuers, ...others]) {
    system.thaw(name);
    if (!(await isAlive(system.pids()[name]))) await revive(victim, name);
  }
}

async function isAlive(pid: number | undefined): Promise<boolean> {
  if (pid === undefined) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
