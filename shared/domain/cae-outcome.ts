import type { AuthorityProblem } from "./authority-problem.js";

/** A reason or observation of the tax authority, in its own words. */
export interface AuthorityMessage {
  code: number;
  msg: string;
}

/**
 * Whether a call to the authority was answered. An outage is noticed by calls that were not answered.
 *
 * - answer: an answer that can be read, of whatever content.
 * - failure: the authority reported a failure of its own (500 to 502, an outage of its login), or its answer cannot be read.
 * - nothing: no answer, or no connection.
 * - notAsked: the call did not go out, because of a fault on our side.
 */
export type AnswerKind = "answer" | "failure" | "nothing" | "notAsked";

/**
 * Outcome for a number, as one answer to a request for an authorization code shows it.
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
 * `notSent` and `unknown` may have `heard`: whether the call was answered. Without it, there was no answer.
 */
export type CaeOutcome =
  | {
      outcome: "approved";
      cae: string;
      caeExpirationDate: string;
      observations: AuthorityMessage[];
      /** When the authority answered, by its own clock. Null when the answer has no time. In milliseconds since 1970. */
      authorityTimeMs: number | null;
    }
  | { outcome: "rejected"; reasons: AuthorityMessage[] }
  | { outcome: "refused"; reasons: AuthorityMessage[] }
  | { outcome: "ticket"; reasons: AuthorityMessage[] }
  /** `authorityTimeMs`: as above. */
  | { outcome: "stale"; reasons: AuthorityMessage[]; authorityTimeMs: number | null }
  | { outcome: "notSent"; cause: string; heard?: AnswerKind }
  | { outcome: "unknown"; cause: string; heard?: AnswerKind };

/** A voucher of a sequence as the authority stores it, with fields in the form in which we send them. */
export interface AuthorityVoucher {
  /** Every field that a request can have, by element path, in canonical form. It is compared with what was sent. */
  content: Record<string, string>;
  /** The last number that it covers. A lot of another system covers several numbers. */
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
  /** `problem`: what keeps the company out. `heard` is left out when there was no answer. */
  | { outcome: "unknown"; cause: string; problem?: AuthorityProblem; heard?: AnswerKind };

export type LastNumberOutcome =
  /** `authorityTimeMs`: when the authority answered, by its own clock. Null when the answer has no time. In milliseconds since 1970. */
  | { outcome: "known"; number: number; authorityTimeMs: number | null }
  | {
      outcome: "unknown";
      cause: string;
      /** Waiting does not help (delegation, certificate, point of sale not of web-service type). */
      permanent: boolean;
      /** The ticket was refused, and no other can be had now. This is no outage. */
      isWithheld?: true;
      reasons: AuthorityMessage[];
      /** Remedy. Left out when the reasons say it, or when the authority is away. */
      problem?: AuthorityProblem;
      /** Left out when there was no answer. */
      heard?: AnswerKind;
    };
