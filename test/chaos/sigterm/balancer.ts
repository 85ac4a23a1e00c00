import type { ProcessName } from "../../support/processes/service-processes.js";

export interface Balancer {
  /** The process that the next request goes to. */
  next(): ProcessName;
  /** Its readiness says no: nothing new goes there. */
  leaves(name: ProcessName): void;
  returns(name: ProcessName): void;
}

/** Takes those that are ready in turn, as whatever stands before several API processes does. */
export function createBalancer(names: readonly ProcessName[]): Balancer {
  const away = new Set<ProcessName>();
  let turn = 0;
  return {
    next() {
      const ready = names.filter((name) => !away.has(name));
      const name = ready[turn++ % ready.length];
      if (!name) throw new Error("no API process is ready");
      return name;
    },
    leaves: (name) => away.add(name),
    returns: (name) => away.delete(name),
  };
}
