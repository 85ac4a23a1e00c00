import type { Tenant } from "../../domain/tenant.js";
import type { Database, Statements } from "../pool/database.js";

/** Result of a comparison of last numbers for a company. */
export interface NumberCheck {
  behind: number;
  /** Why it could not be compared. */
  problem: string | null;
}

export async function recordNumberCheck(
  db: Database,
  { companyId, production }: Tenant,
  { behind, problem }: NumberCheck,
): Promise<void> {
  // Who could not ask knows nothing new of the numbers.
  await db.$executeRaw`
    INSERT INTO number_check AS n (company_id, production, mismatches, problem, checked_at)
    VALUES (${companyId}, ${production}, ${behind}, ${problem}, now())
    ON CONFLICT (company_id, production) DO UPDATE SET problem = excluded.problem, checked_at = excluded.checked_at,
      mismatches = CASE WHEN excluded.problem IS NULL THEN excluded.mismatches ELSE n.mismatches END`;
}

/** The companies whose numbers differed when they were compared last. */
export const listNumbersBehind = (db: Statements): Promise<{ code: string; production: boolean; behind: number }[]> =>
  db.$queryRaw`
    SELECT c.code, n.production, n.mismatches AS behind FROM public.number_check n JOIN public.company c ON c.id = n.company_id
    WHERE n.mismatches > 0 ORDER BY c.code, n.production`;

/** The seconds since any company's numbers were compared last. Null: never. */
export async function ageOfNumberChecks(db: Statements): Promise<number | null> {
  const [row] = await db.$queryRaw<{ seconds: number | null }[]>`
    SELECT extract(epoch FROM now() - max(checked_at))::float8 AS seconds FROM public.number_check`;
  return row?.seconds ?? null;
}

/** The companies that use a numbering in this environment, those that were compared longest ago first. */
export const listCompaniesToCheck = (db: Database, production: boolean): Promise<{ id: number; code: string }[]> =>
  db.$queryRaw`
    SELECT c.id, c.code FROM company c LEFT JOIN number_check n ON n.company_id = c.id AND n.production = ${production}
    WHERE EXISTS (SELECT FROM sequence s WHERE s.company_id = c.id AND s.production = ${production})
    ORDER BY n.checked_at NULLS FIRST, c.code`;
