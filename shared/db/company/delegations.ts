import type { Database, Transaction } from "../pool/database.js";

/** A company for which the operator's certificate acts, in an environment where it has a point of sale. */
export interface DelegationState {
  company: string;
  cuit: string;
  production: boolean;
  services: KeptDelegation[];
}

/** Delegation as it was stored at a login to a service. Nothing is asked. */
interface KeptDelegation {
  name: string;
  /**
   * Whether the newest ticket names the company; null when its list could not be read, or when the certificate is refused. Services
   * that tell any taxpayer the same need not name it.
   */
  authorized: boolean | null;
  /** When the authority made that ticket, in ISO 8601. Null without one. */
  since: string | null;
  /** Refusal of the last login, although that ticket is kept. */
  refusal: string | null;
}

/**
 * By the tickets of the operator's active certificates, as they were stored. A ticket after which a login was refused tells nothing:
 * its service may have refused it as well.
 */
export const listDelegations = (db: Database): Promise<DelegationState[]> => db.$queryRaw`
  SELECT c.code AS company, c.cuit, o.production, coalesce(
      (SELECT jsonb_agg(jsonb_build_object('name', t.service, 'refusal', refused.cause,
          'since', to_char(t.generated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'authorized', CASE WHEN refused.cause IS NULL THEN t.taxpayers ? c.cuit::text
            WHEN refused.kind = 'notDelegated' THEN false END) ORDER BY t.service)
        FROM ticket t
          LEFT JOIN LATERAL (SELECT t.failure ->> 'kind' AS kind, t.failure ->> 'cause' AS cause
            WHERE t.failure ->> 'kind' <> 'down') refused ON true
        WHERE t.certificate_id = o.id AND (t.sealed IS NOT NULL OR refused.cause IS NOT NULL)), '[]') AS services
  FROM company c JOIN certificate o ON o.company_id IS NULL AND o.active
  WHERE c.certificate_mode = 'delegated'
    AND EXISTS (SELECT FROM point_of_sale p WHERE p.company_id = c.id AND p.production = o.production)
  ORDER BY o.production, c.code`;

/** The environments in which companies need the operator's certificate, with when that expires; null without one. */
export const listOperatorNeeds = (db: Database): Promise<{ production: boolean; expiresAt: Date | null }[]> =>
  db.$queryRaw`
    SELECT p.production, (SELECT o.expires_at FROM certificate o
        WHERE o.company_id IS NULL AND o.active AND o.production = p.production) AS "expiresAt"
    FROM (SELECT DISTINCT p.production FROM point_of_sale p JOIN company c ON c.id = p.company_id
      WHERE c.certificate_mode = 'delegated') p
    ORDER BY p.production`;

/** The ids of the companies for which the operator's certificate acts. */
export async function findDelegated(tx: Transaction): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`SELECT id FROM company WHERE certificate_mode = 'delegated'`;
  return rows.map(({ id }) => id);
}
