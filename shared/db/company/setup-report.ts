import type { Tenant } from "../../domain/tenant.js";
import type { Database, Statements } from "../database.js";

/** A company's setup in one environment. */
export interface SetupReport {
  certificates: number;
  /** The expiry of the active certificate. */
  expiresAt: Date | null;
  pointsOfSale: number;
  enabledPointsOfSale: number;
  /** API keys in force: neither revoked nor expired. */
  keys: number;
}

export async function findSetupReport(db: Database, { companyId, production }: Tenant): Promise<SetupReport> {
  const [row] = await db.$queryRaw<[SetupReport]>`
    SELECT
      (SELECT count(*)::int FROM certificate WHERE company_id = ${companyId} AND production = ${production}) AS certificates,
      (SELECT expires_at FROM certificate WHERE company_id = ${companyId} AND production = ${production} AND active) AS "expiresAt",
      (SELECT count(*)::int FROM point_of_sale WHERE company_id = ${companyId} AND production = ${production}) AS "pointsOfSale",
      (SELECT count(*)::int FROM point_of_sale WHERE company_id = ${companyId} AND production = ${production} AND enabled) AS "enabledPointsOfSale",
      (SELECT count(*)::int FROM api_key WHERE company_id = ${companyId} AND production = ${production} AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > now())) AS keys`;
  return row;
}

/** Active certificates of all companies that expire before this time, the earliest first. */
export async function listExpiring(
  db: Statements,
  before: Date,
): Promise<{ code: string; production: boolean; expiresAt: Date }[]> {
  return db.$queryRaw`
    SELECT c.code, t.production, t.expires_at AS "expiresAt" FROM public.certificate t JOIN public.company c ON c.id = t.company_id
    WHERE t.active AND t.expires_at < ${before} ORDER BY t.expires_at`;
}
