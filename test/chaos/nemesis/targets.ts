import type { System } from "../../support/processes/open-system.js";
import type { ProcessName } from "../../support/processes/service-processes.js";
import type { Random } from "../../support/samples/random.js";
import type { OwnServers } from "../../support/servers/own-servers.js";
import type { SharedSequence } from "./sequences.js";

/** What the nemesis may lay hands on. */
export interface Victim {
  system: System;
  servers: OwnServers;
  sequences: SharedSequence[];
  apis: ProcessName[];
  issuers: ProcessName[];
  others: ProcessName[];
  /** Of every issuer, over its own: the lock that excludes nobody. */
  issuerFailpoint: string | undefined;
  random: Random;
  /** Ends early once the faults are over. */
  pause(ms: number): Promise<void>;
}

/**
 * Starts a process as it is meant to run; `failpoint` is where it will die. That it is not ready in time may be another
 * fault's doing, which is put right in its turn.
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
