import type { ProcessName } from "../../support/processes/service-processes.js";

export interface Balancer {
  /** The process for the next request. */
  next(): ProcessName;
  /** Call when the process is no longer ready: it gets no new requests. */
  leaves(name: ProcessName): void;
  returns(name: ProcessName): void;
}

/** A round robin over the ready API processes, like a load balancer. */
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
