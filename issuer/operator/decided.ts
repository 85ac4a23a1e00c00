import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";
import { sayObstacle } from "../../shared/domain/issuing-obstacle.js";

/** What became of an operator's decision. */
export type Decided = { outcome: "decided" } | { outcome: "notDecided"; why: string };

export const notDecided = (why: string): Decided => ({ outcome: "notDecided", why });

export const takenByOther = "Somebody else has taken the sequence meanwhile. Try again.";

export const describe = (reason: NoVoucher): string =>
  "problem" in reason ? reason.problem.detail : "obstacle" in reason ? sayObstacle(reason.obstacle).en : reason.code;
