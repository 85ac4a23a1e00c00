import type { AuthorityMessage } from "./cae-outcome.js";

/** Why an issuance made no voucher; kept on its row, and the source of the caller's answer. */
export type NoVoucher =
  /** The authority judged and refused: 422. */
  | { code: "TAXAUTH_ERROR"; reasons: AuthorityMessage[] }
  /** Nothing reached the authority, or it does not let us in: 502. `delegation` names the service to delegate. */
  | { code: "TAXAUTH_CONNECTION_ERROR"; cause: string; delegation?: string }
  /** Its turn did not come: 429. */
  | { code: "VOUCHER_LOCK_TIMEOUT" }
  /** The month's vouchers are used up: 429. */
  | { code: "SUBSCRIPTION_QUOTA_EXCEEDED" }
  /** Nobody knows whether it was issued: it was recorded before the database lost its last commits. 409. */
  | { code: "TAXAUTH_UNCONFIRMED" }
  /** It cannot be issued as things stand (the certificate went away while it waited): 400. */
  | { code: "VALIDATION_ERROR"; message: string };
