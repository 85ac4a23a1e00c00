import type { AuthorityMessage } from "../../domain/cae-outcome.js";
import { Prisma } from "../generated/client.js";

/**
 * Why the authority did not do what was asked of it. `TAXAUTH_CONNECTION_ERROR`: there was no answer, so it may have been done;
 * `TAXAUTH_ERROR`: it was refused, by the login too.
 */
export interface CaeaProblem {
  code: "TAXAUTH_ERROR" | "TAXAUTH_CONNECTION_ERROR";
  detail: string;
  reasons: AuthorityMessage[];
}

/** The last try of a row of `caea` or `caea_unused` has no answer: it may have been done. A try that nobody recorded counts too. */
export const isUnanswered = (row: string) => {
  const alias = Prisma.raw(row);
  return Prisma.sql`(${alias}.asked_at IS NOT NULL
    AND coalesce(${alias}.problem ->> 'code', 'TAXAUTH_CONNECTION_ERROR') = 'TAXAUTH_CONNECTION_ERROR')`;
};

/** Rounds are 20 s apart, so what has no answer is tried every minute. */
const unansweredAgainSeconds = 40;

/**
 * The row was never tried, or may be again: this long after a refusal, earlier when there was no answer. A try that lies ahead was
 * made before the database's clock was set back, and is not waited for.
 */
export const isDue = (row: string, afterRefusalSeconds: number) => Prisma.sql`
  coalesce(${Prisma.raw(row)}.asked_at <= now() - interval '1 second'
    * CASE WHEN ${isUnanswered(row)} THEN ${unansweredAgainSeconds}::int ELSE ${afterRefusalSeconds}::int END
    OR ${Prisma.raw(row)}.asked_at > now() + interval '1 second', true)`;
