import type { AuthorityMessage } from "./cae-outcome.js";

/** Why an issuance made no voucher. Stored on its row; the caller's answer is made from it. */
export type NoVoucher =
  /** The authority refused it: 422. */
  | { code: "TAXAUTH_ERROR"; reasons: AuthorityMessage[] }
  /** Nothing reached the authority, or it refused our login: 502. `delegation` names the service to delegate. */
  | { code: "TAXAUTH_CONNECTION_ERROR"; cause: string; delegation?: string }
  /** It waited in line until its deadline: 429. */
  | { code: "VOUCHER_LOCK_TIMEOUT" }
  /** The month's vouchers are used up: 429. */
  | { code: "SUBSCRIPTION_QUOTA_EXCEEDED" }
  /** It was recorded before the database lost its last commits, so it is unknown whether it was issued: 409. */
  | { code: "TAXAUTH_UNCONFIRMED" }
  /** It cannot be issued now, for example because the certificate was removed while it waited: 400. */
  | { code: "VALIDATION_ERROR"; message: string };
