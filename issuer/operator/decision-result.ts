import type { PassedVoucher } from "../../shared/db/issuer-requests/authority-question.js";
import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";
import { sayObstacle } from "../../shared/domain/issuing-obstacle.js";

export interface NoDecision {
  outcome: "notDecided";
  why: string;
}

/** Outcome of an operator's decision. */
export type DecisionResult = { outcome: "decided"; passed?: PassedVoucher[] } | NoDecision;

export const notDecided = (why: string): NoDecision => ({ outcome: "notDecided", why });

export const servedByOther = "The sequence is being served by somebody else. Try again in a moment.";
export const takenByOther = "Somebody else has taken the sequence meanwhile. Try again.";

export const describeReason = (reason: NoVoucher): string =>
  "problem" in reason ? reason.problem.detail : "obstacle" in reason ? sayObstacle(reason.obstacle).en : reason.code;
