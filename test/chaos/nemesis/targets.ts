import type { System } from "../../support/processes/open-system.js";
import type { ProcessName } from "../../support/processes/service-processes.js";
import type { Random } from "../../support/samples/random.js";
import type { OwnServers } from "../../support/servers/own-servers.js";
import type { Disturbances } from "./disturbances.js";
import type { Lasting } from "./lasting.js";
import type { SharedSequence } from "./sequences.js";

/** Everything that the faults may act on. */
export interface Victim {
  system: System;
  servers: OwnServers;
  sequences: SharedSequence[];
  apis: ProcessName[];
  issuers: ProcessName[];
  others: ProcessName[];
  /** The authority goes away often. */
  contingency: boolean;
  /** What a person mends at the authority, or nobody. */
  lasting: Lasting;
  /** When the faults acted on what. */
  disturbances: Disturbances;
  /** A failpoint that every issuer runs with: the lock that always succeeds (--redlock-off). */
  issuerFailpoint: string | undefined;
  random: Random;
  /** Waits; returns early once the faults are over. */
  pause(ms: number): Promise<void>;
}

/**
 * Starts a process; `failpoint` makes it die at that point. Ignores a process that is not ready in time: another fault may hold
 * it up, and `heal` starts dead processes at the end.
 */
export async function revive(
  { system, issuers, issuerFailpoint }: Victim,
  name: ProcessName,
  failpoint?: string,
): Promise<void> {
  const own = issuers.includes(name) ? issuerFailpoint : undefined;
  const setting = [own, failpoint].filter((part) => part !== undefined).join(",");
  await system.start(name, setting === "" ? {} : { FAILPOINT: setting }).catch(() => undefined);
}
