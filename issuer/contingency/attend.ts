import type { AttendDeps } from "./attend-deps.js";
import { declareUnusedPoints } from "./declare-unused.js";
import { obtainCodes } from "./obtain-codes.js";
import { createSeeding } from "./seed-sequences.js";

/**
 * Gives the round of an environment: asks for codes and last numbers, and declares what was not used. The three do not wait for each
 * other, and rounds of one environment not for the other. Source: issuer/README.md, section 13.
 */
export function createAttendance(deps: AttendDeps): (production: boolean) => Promise<void> {
  const seedSequences = createSeeding(deps);
  return async (production) => {
    const parts = [obtainCodes(deps, production), seedSequences(production), declareUnusedPoints(deps, production)];
    const failed = (await Promise.allSettled(parts)).find((part) => part.status === "rejected");
    if (failed) throw failed.reason;
  };
}
