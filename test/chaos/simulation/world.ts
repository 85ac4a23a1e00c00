import type { Random } from "../../support/samples/random.js";
import type { Circumstances, StepFault } from "./circumstances.js";
import type { Guards } from "./guards.js";
import type { Scheduler } from "./scheduler.js";

/** What every part of a run shares. */
export interface World {
  random: Random;
  scheduler: Scheduler;
  circumstances: Circumstances;
  guards: Guards;
  /** Whether this fault strikes at this step. */
  fault(name: StepFault): boolean;
  faultsGoOn(): boolean;
  /** The names of the present outages. */
  outages: Set<string>;
  /** The number of requests on their way to the authority, also those whose caller no longer waits. */
  travelling: number;
  tell(who: string, what: string): void;
  /** Records a violation. The first one ends the run. */
  violate(invariant: string, what: string): void;
}

export interface Violation {
  invariant: string;
  what: string;
  atMs: number;
}

export interface Chronicle {
  violation: Violation | undefined;
  lines: string[];
}

export function createWorld(
  random: Random,
  scheduler: Scheduler,
  circumstances: Circumstances,
  guards: Guards,
  ignored: readonly string[],
): { world: World; chronicle: Chronicle } {
  const chronicle: Chronicle = { violation: undefined, lines: [] };
  const faultsGoOn = () => scheduler.nowMs() < circumstances.faultsEndMs;
  const tell = (who: string, what: string) => {
    chronicle.lines.push(`${(scheduler.nowMs() / 1_000).toFixed(3).padStart(8)} ${who.padEnd(9)} ${what}`);
  };
  const world: World = {
    random,
    scheduler,
    circumstances,
    guards,
    fault: (name) => faultsGoOn() && random.chance(circumstances.probability[name]),
    faultsGoOn,
    outages: new Set(),
    travelling: 0,
    tell,
    violate(invariant, what) {
      if (ignored.includes(invariant)) return;
      tell("!!", `${invariant}: ${what}`);
      chronicle.violation ??= { invariant, what, atMs: scheduler.nowMs() };
    },
  };
  return { world, chronicle };
}
