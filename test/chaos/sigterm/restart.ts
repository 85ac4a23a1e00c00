import type { Exit } from "../../sandbox/spawn-service.js";
import type { System } from "../../support/processes/open-system.js";
import type { ProcessName } from "../../support/processes/service-processes.js";
import type { Balancer } from "./balancer.js";

export const apis: ProcessName[] = ["api", "api-2"];

/** The kinds of process that a rolling deploy replaces. The rounds alternate between the processes of a kind. */
export const replaceable: ProcessName[][] = [apis, ["issuer", "issuer-2"], ["renderer"], ["mailer"]];

export interface Restart {
  name: ProcessName;
  exit: Exit;
  /** From SIGTERM to the exit. */
  tookMs: number;
}

/** In each round, restarts one process of each kind, one after the other. */
export async function restartAll(
  system: System,
  balancer: Balancer,
  rounds: number,
  onRound: (round: number) => void,
): Promise<Restart[]> {
  const restarts: Restart[] = [];
  for (let round = 0; round < rounds; round++) {
    onRound(round);
    for (const kind of replaceable) {
      const name = kind[round % kind.length];
      if (name) restarts.push(await restart(system, balancer, name));
    }
  }
  onRound(rounds);
  return restarts;
}

async function restart(system: System, balancer: Balancer, name: ProcessName): Promise<Restart> {
  const startedAtMs = performance.now();
  const stopping = system.stop(name);
  balancer.leaves(name);
  const exit = await stopping;
  const tookMs = Math.round(performance.now() - startedAtMs);
  await system.start(name);
  balancer.returns(name);
  return { name, exit, tookMs };
}
