import type { PassedVoucher } from "../../shared/db/issuer-requests/authority-question.js";
import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";
import { sayObstacle } from "../../shared/domain/issuing-obstacle.js";

export interface NotDecided {
  outcome: "notDecided";
  why: string;
}

/** Outcome of an operator's decision. */
export type Decided = { outcome: "decided"; passed?: PassedVoucher[] } | NotDecided;

export const notDecided = (why: string): NotDecided => ({ outcome: "notDecided", why });

export const takenByOther = "Somebody else has taken the sequence meanwhile. Try again.";

export const describeReason = (reason: NoVoucher): string =>
  "problem" in reason ? reason.problem.detail : "obstacle" in reason ? sayObstacle(reason.obstacle).en : reason.code;
