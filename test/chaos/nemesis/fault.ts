import type { Victim } from "./targets.js";

/** Something that goes wrong, for a while. */
export interface Fault {
  name: string;
  /** Nothing else touches these meanwhile. */
  touches: string[];
  /** Strikes, and puts right again what it did. */
  strike(victim: Victim): Promise<void>;
}
