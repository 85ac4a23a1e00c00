import type { AuthorityMessage } from "../../domain/cae-outcome.js";
import type { Fortnight } from "../../domain/fortnight.js";
import type { Tenant } from "../../domain/tenant.js";
import { Prisma } from "../generated/client.js";
import type { Database } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { type CaeaProblem, isDue, isUnanswered } from "./problem.js";

/** A code that is to be asked for. */
export interface DueCode extends Tenant, Fortnight {
  company: string;
  /** An earlier request may have been granted. */
  isUnanswered: boolean;
}

const refusedAgainSeconds = 15 * 60;

/** The company and environment of `row` has a certificate in force. */
export const hasCertificate = (row: string) => Prisma.sql`
  EXISTS (SELECT FROM certificate_in_force t WHERE t.company_id = ${Prisma.raw(row)}.company_id AND t.production = ${Prisma.raw(row)}.production
    AND t.expires_at > now())`;

/**
 * The codes to ask for now, of every company with a point of sale of CAEA and a certificate. Those of a fortnight that is over before
 * `today` only when an earlier request has no answer: such a code must be known, because its fortnight has to be closed.
 * @param fortnights those that can be asked for
 * @param today `YYYYMMDD` in Argentina
 * @param since fortnights that ended before this day are left alone
 */
export const listDueCodes = (
  db: Database,
  production: boolean,
  fortnights: Fortnight[],
  today: string,
  since: string,
): Promise<DueCode[]> =>
  db.$queryRaw(prepared("list_due_codes")`
  WITH due AS (
    SELECT p.company_id, p.production, f.*, ${isUnanswered("a")} AS unanswered
    FROM (SELECT DISTINCT company_id, production FROM point_of_sale WHERE production = ${production} AND enabled AND authorized_by = 'CAEA') p
    CROSS JOIN json_to_recordset(${JSON.stringify(fortnights)}::json) AS f(period int, fortnight int, "validFrom" text, "validTo" text)
    LEFT JOIN caea a ON a.company_id = p.company_id AND a.production = p.production AND a.period = f.period AND a.fortnight = f.fortnight
    WHERE a.code IS NULL AND ${isDue("a", refusedAgainSeconds)}
    UNION ALL
    SELECT a.company_id, a.production, a.period, a.fortnight, a.valid_from::text, a.valid_to::text, true FROM caea a
    WHERE a.production = ${production} AND a.code IS NULL AND a.valid_to < ${today} AND a.valid_to >= ${since}
      AND ${isUnanswered("a")} AND ${isDue("a", refusedAgainSeconds)}
  )
  SELECT d.company_id AS "companyId", d.production, o.code AS company, d.period, d.fortnight, d."validFrom", d."validTo",
    d.unanswered AS "isUnanswered"
  FROM due d JOIN company o ON o.id = d.company_id WHERE ${hasCertificate("d")} ORDER BY d."validFrom", d.company_id`);

/** Takes a code to ask for, for one issuer alone. Gives its row; undefined when another has it. */
export async function claimCode(db: Database, due: Tenant & Fortnight): Promise<number | undefined> {
  const { companyId, production, period, fortnight, validFrom, validTo } = due;
  const [row] = await db.$queryRaw<{ id: number }[]>`
    INSERT INTO caea AS a (company_id, production, period, fortnight, valid_from, valid_to, asked_at)
    VALUES (${companyId}, ${production}, ${period}, ${fortnight}, ${validFrom}, ${validTo}, now())
    ON CONFLICT (company_id, production, period, fortnight) DO UPDATE SET asked_at = now()
      WHERE a.code IS NULL AND ${isDue("a", refusedAgainSeconds)}
    RETURNING a.id`;
  return row?.id;
}

/** Keeps the code that the authority gave, and what it remarked. A code that is known already stays. */
export async function recordCode(
  db: Database,
  id: number,
  { code, reportBy, remarks }: { code: string; reportBy: string; remarks: AuthorityMessage[] },
): Promise<void> {
  await db.$executeRaw`
    UPDATE caea SET code = ${code}, report_by = ${reportBy}, granted_at = clock_timestamp(), problem = NULL,
      remarks = ${remarks.length > 0 ? JSON.stringify(remarks) : null}::jsonb
    WHERE id = ${id} AND code IS NULL`;
}

/** Keeps why there is no code yet. */
export async function recordCodeProblem(db: Database, id: number, problem: CaeaProblem): Promise<void> {
  await db.$executeRaw`UPDATE caea SET problem = ${JSON.stringify(problem)}::jsonb WHERE id = ${id} AND code IS NULL`;
}
