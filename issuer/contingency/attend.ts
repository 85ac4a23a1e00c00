import type { AttendDeps } from "./attend-deps.js";
import { declareUnusedPoints } from "./declare-unused.js";
import { atOnce } from "./for-each-item.js";
import { obtainCodes } from "./obtain-codes.js";
import { createSeeding } from "./seed-sequences.js";

const parts = 3;
/** The most calls of one environment at once. */
export const mostAttended = parts * atOnce;

/**
 * Gives the round of an environment: asks for codes and last numbers, and declares what was not used. The three do not wait for each
 * other, and rounds of one environment not for the other. Source: issuer/README.md, section 13.
 */
export function createAttendance(deps: AttendDeps): (production: boolean) => Promise<void> {
  const seedSequences = createSeeding(deps);
  return async (production) => {
    if (deps.isCutOff(production)) return;
    const rounds = [obtainCodes(deps, production), seedSequences(production), declareUnusedPoints(deps, production)];
    const failed = (await Promise.allSettled(rounds)).find((round) => round.status === "rejected");
    if (failed) throw failed.reason;
  };
}
