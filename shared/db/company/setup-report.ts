import type { Tenant } from "../../domain/tenant.js";
import type { Database, Statements } from "../pool/database.js";

/** A company's setup in one environment. */
export interface SetupReport {
  /** Own certificates, and requests for such. */
  certificates: number;
  /** The expiry of the certificate that acts for it: its own, or the operator's. */
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
      (SELECT expires_at FROM certificate_in_force WHERE company_id = ${companyId} AND production = ${production}) AS "expiresAt",
      (SELECT count(*)::int FROM point_of_sale WHERE company_id = ${companyId} AND production = ${production}) AS "pointsOfSale",
      (SELECT count(*)::int FROM point_of_sale WHERE company_id = ${companyId} AND production = ${production} AND enabled) AS "enabledPointsOfSale",
      (SELECT count(*)::int FROM api_key WHERE company_id = ${companyId} AND production = ${production} AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > now())) AS keys`;
  return row;
}

/** A certificate that expires: a company's by its code, or the operator's. */
export interface CertificateExpiry {
  /** Null: the operator's. */
  code: string | null;
  production: boolean;
  expiresAt: Date;
  /** Somebody needs it: the company's subscription lasts, or the operator's acts for a company. */
  isNeeded: boolean;
}

/**
 * Active certificates that expire before this time, the earliest first. Without those of companies for which the operator's acts: it
 * is in the list itself.
 */
export async function listExpiring(db: Statements, before: Date): Promise<CertificateExpiry[]> {
  return db.$queryRaw`
    SELECT c.code, t.production, t.expires_at AS "expiresAt",
      CASE WHEN t.company_id IS NULL THEN EXISTS (SELECT FROM public.company d WHERE d.certificate_mode = 'delegated')
        ELSE EXISTS (SELECT FROM public.subscription s WHERE s.company_id = t.company_id AND s.until >= current_date) END AS "isNeeded"
    FROM public.certificate t LEFT JOIN public.company c ON c.id = t.company_id
    WHERE t.active AND t.expires_at < ${before} AND c.certificate_mode IS DISTINCT FROM 'delegated' ORDER BY t.expires_at`;
}
