/** A reason or an observation of the tax authority, as it was given. */
export interface AuthorityMessage {
  code: number;
  msg: string;
}

/**
 * What one answer to a request for an authorization code says about the number asked for.
 * Anything that was not positively read is "unknown". Source: issuer/README.md, section 3.
 *
 * - approved: the code was granted to our number.
 * - rejected: the content was judged and would always be refused.
 * - refused: a definitive refusal that does not judge the content (header, point of sale, delegation, date).
 * - ticket: the access ticket was not accepted.
 * - stale: the number or date is not the one the authority expects next.
 * - notSent: certainly no byte of the request left this process.
 * - unknown: nobody can tell from this answer.
 */
export type CaeOutcome =
  | {
      outcome: "approved";
      cae: string;
      caeExpirationDate: string;
      observations: AuthorityMessage[];
      /** By the authority's clock, when it said so; null when it does not tell. In milliseconds since 1970. */
      heardAtMs: number | null;
    }
  | { outcome: "rejected"; reasons: AuthorityMessage[] }
  | { outcome: "refused"; reasons: AuthorityMessage[] }
  | { outcome: "ticket"; reasons: AuthorityMessage[] }
  | { outcome: "stale"; reasons: AuthorityMessage[] }
  | { outcome: "notSent"; cause: string }
  | { outcome: "unknown"; cause: string };

/** A voucher of a sequence as the authority holds it, its fields in the form in which we send them. */
export interface AuthorityVoucher {
  /** Every field that a request carries, by element path, in canonical form; compared with what was sent. */
  content: Record<string, string>;
  /** The last number that it covers: more than one, of a lot that somebody else issued. */
  numberTo: number;
  cae: string;
  caeExpirationDate: string;
  voucherDate: string;
  /** When the authority granted it, in milliseconds since the epoch; null when that cannot be read. */
  processedAtMs: number | null;
  observations: AuthorityMessage[];
}

export type ConsultOutcome =
  | { outcome: "found"; voucher: AuthorityVoucher }
  | { outcome: "absent" }
  | { outcome: "unknown"; cause: string };

export type LastNumberOutcome =
  /** `heardAtMs`: by the authority's clock, when it said so; null when it does not tell. In milliseconds since 1970. */
  | { outcome: "known"; number: number; heardAtMs: number | null }
  /** `permanent`: waiting does not help (delegation, certificate, point of sale not of web-service type). */
  | { outcome: "unknown"; cause: string; permanent: boolean; reasons: AuthorityMessage[] };
