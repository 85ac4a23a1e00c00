import type { Victim } from "./targets.js";

/** A fault that lasts for a while. */
export interface Fault {
  name: string;
  /** What the fault acts on. No other fault acts on the same thing meanwhile. */
  touches: string[];
  /** Strikes, waits, and undoes the fault. */
  strike(victim: Victim): Promise<void>;
}
