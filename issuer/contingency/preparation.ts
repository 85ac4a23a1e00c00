import { declareUnusedPoints } from "./declare-unused.js";
import { atOnce } from "./for-each-item.js";
import { obtainCodes } from "./obtain-codes.js";
import type { PreparationDeps } from "./preparation-deps.js";
import { createSeeding } from "./seed-sequences.js";

const parts = 3;
/** The most calls to the authority that one environment's round makes at once. */
export const maxAttended = parts * atOnce;

/**
 * Gives the function that makes one round for an environment. A round has three parts: it asks for codes, it asks for last numbers,
 * and it declares the points of sale that were not used. No part waits for another, and no environment waits for the other.
 * Source: issuer/README.md, section 13.
 */
export function createPreparation(deps: PreparationDeps): (production: boolean) => Promise<void> {
  const seedSequences = createSeeding(deps);
  return async (production) => {
    if (deps.isIsolated(production)) return;
    const running = [obtainCodes(deps, production), seedSequences(production), declareUnusedPoints(deps, production)];
    const failed = (await Promise.allSettled(running)).find((part) => part.status === "rejected");
    if (failed) throw failed.reason;
  };
}
