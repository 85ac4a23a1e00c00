import type { IssuanceView } from "../../shared/db/issuing/issuances.js";

/** How an issuance ended for one request. */
export type Ending =
  /** `replay`: another request of the same key made it. */
  | { kind: "settled"; view: IssuanceView; replay: boolean }
  /** Nobody can tell yet whether it was authorized. */
  | { kind: "unconfirmed" }
  /** The job could not be added, no issuer gives a sign of life, and the turn never came. */
  | { kind: "unreachable" };
