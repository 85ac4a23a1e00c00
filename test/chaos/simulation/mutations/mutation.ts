import type { Circumstances } from "../circumstances.js";
import type { Guards } from "../guards.js";

/** One safety mechanism removed. The simulation must then find a violation, unless the mutation is redundant. */
export interface Mutation {
  name: string;
  removes: string;
  guards: Guards;
  /** Which other mechanism prevents the harm. */
  redundant?: string;
  /**
   * Ignores I4 and I5, which would find the mutation at once, so that only real harm counts. Without the lock takers can keep
   * superseding each other, so I10 does not count either.
   */
  harmOnly?: true;
  /** Circumstances in which the mechanism matters most; without them far more seeds are needed. */
  circumstances?: Partial<Circumstances>;
}
