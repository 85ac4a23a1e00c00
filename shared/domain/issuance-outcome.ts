import type { AuthorityProblem } from "./authority-problem.js";
import type { AuthorityMessage } from "./cae-outcome.js";
import type { IssuingObstacle } from "./issuing-obstacle.js";

/** Nothing reached the authority, or it refused our login: 502. */
export interface UnreachedAuthority {
  code: "TAXAUTH_CONNECTION_ERROR";
  problem: AuthorityProblem;
}

/** Why an issuance made no voucher. Stored on its row; the caller's answer is made from it. */
export type NoVoucher =
  /** The authority refused it: 422. */
  | { code: "TAXAUTH_ERROR"; reasons: AuthorityMessage[] }
  | UnreachedAuthority
  /** Deadline over while it waited in line: 429. */
  | { code: "VOUCHER_LOCK_TIMEOUT" }
  /** The month's vouchers are used up: 429. */
  | { code: "SUBSCRIPTION_QUOTA_EXCEEDED" }
  /** Recorded before the database lost its last commits, so it is unknown whether it was issued: 409. */
  | { code: "TAXAUTH_UNCONFIRMED" }
  /** Batch cancelled before it had a number. */
  | { code: "CANCELLED" }
  /** Obstacle at present, for example because the certificate was removed while it waited: 400. */
  | { code: "VALIDATION_ERROR"; obstacle: IssuingObstacle };

export const notAsked = (problem: AuthorityProblem): UnreachedAuthority => ({
  code: "TAXAUTH_CONNECTION_ERROR",
  problem,
});

/**
 * Whether this may heal by itself: the authority is away, or an earlier number is unresolved. Then nobody's callers are answered
 * and the patient wait.
 */
export const mayHeal = ({ code }: NoVoucher): boolean =>
  code === "TAXAUTH_CONNECTION_ERROR" || code === "VOUCHER_LOCK_TIMEOUT";
