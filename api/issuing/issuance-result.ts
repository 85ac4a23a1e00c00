import type { IssuanceView } from "../../shared/db/issuing/issuances.js";
import type { AuthorityProblem } from "../../shared/domain/authority-problem.js";

/** How an issuance ended for one request. */
export type IssuanceResult =
  /** `replay`: another request of the same key made it. */
  | { kind: "settled"; view: IssuanceView; replay: boolean }
  | UnconfirmedIssuance
  /** The job could not be added, no issuer gives a sign of life, and the turn never came. */
  | { kind: "unreachable" };

/** Nobody can tell yet whether it was authorized. */
export interface UnconfirmedIssuance {
  kind: "unconfirmed";
  /** Problem that keeps the company out of the authority, so that nobody can look. */
  problem: AuthorityProblem | null;
  /** The service asks no more by itself: an operator decides. */
  needsOperator: boolean;
}
