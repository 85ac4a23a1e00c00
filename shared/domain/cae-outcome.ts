import type { AuthorityProblem } from "./authority-problem.js";

/** A reason or observation of the tax authority, in its own words. */
export interface AuthorityMessage {
  code: number;
  msg: string;
}

/**
 * Whether a call to the authority was answered. An outage is made of calls that were not.
 *
 * - answer: an answer that can be read, of whatever content.
 * - failure: the authority's own failure (500 to 502, an outage of its login), or something that cannot be read.
 * - nothing: no answer, or no connection.
 * - notAsked: this call asked nobody, because of something of our own.
 */
export type Heard = "answer" | "failure" | "nothing" | "notAsked";

/**
 * What one answer to a request for an authorization code says about a number.
 * An unreadable answer is "unknown". Source: issuer/README.md, section 3.
 *
 * - approved: the code was granted to our number.
 * - rejected: the authority judged the content, and would always refuse it.
 * - refused: a definitive refusal that does not judge the content (header, point of sale, delegation, date).
 * - ticket: the access ticket was not accepted.
 * - stale: the number or date is not the one the authority expects next.
 * - notSent: certainly no byte of the request left this process.
 * - unknown: the answer does not show the outcome.
 *
 * `heard` tells of the last two whether there was an answer; without it there was none.
 */
export type CaeOutcome =
  | {
      outcome: "approved";
      cae: string;
      caeExpirationDate: string;
      observations: AuthorityMessage[];
      /** When the authority answered, by its own clock. Null when the answer has no time. In milliseconds since 1970. */
      heardAtMs: number | null;
    }
  | { outcome: "rejected"; reasons: AuthorityMessage[] }
  | { outcome: "refused"; reasons: AuthorityMessage[] }
  | { outcome: "ticket"; reasons: AuthorityMessage[] }
  | { outcome: "stale"; reasons: AuthorityMessage[] }
  | { outcome: "notSent"; cause: string; heard?: Heard }
  | { outcome: "unknown"; cause: string; heard?: Heard };

/** A voucher of a sequence as the authority stores it, with fields in the form in which we send them. */
export interface AuthorityVoucher {
  /** Every field of a request, by element path, in canonical form. To be compared with what was sent. */
  content: Record<string, string>;
  /** The last number that it covers. A foreign lot covers several numbers. */
  numberTo: number;
  cae: string;
  caeExpirationDate: string;
  voucherDate: string;
  /** When the authority granted it, in milliseconds since 1970. Null when the time cannot be read. */
  processedAtMs: number | null;
  observations: AuthorityMessage[];
}

export type ConsultOutcome =
  | { outcome: "found"; voucher: AuthorityVoucher }
  | { outcome: "absent" }
  /** Without `heard` there was no answer. */
  | { outcome: "unknown"; cause: string; heard?: Heard };

export type LastNumberOutcome =
  /** `heardAtMs`: when the authority answered, by its own clock. Null when the answer has no time. In milliseconds since 1970. */
  | { outcome: "known"; number: number; heardAtMs: number | null }
  /** `permanent`: waiting does not help (delegation, certificate, point of sale not of web-service type). */
  /** `problem`: what to do about it. Without it the reasons tell, or the authority is away. */
  | {
      outcome: "unknown";
      cause: string;
      permanent: boolean;
      reasons: AuthorityMessage[];
      problem?: AuthorityProblem;
      /** Without it there was no answer. */
      heard?: Heard;
    };
