import type { Database, Transaction } from "../database.js";

/** A company for which the operator's certificate acts, in an environment where it has a point of sale. */
export interface DelegationState {
  company: string;
  cuit: string;
  production: boolean;
  /**
   * Of each service with a ticket, whether the newest one names the company; null when the ticket's list could not be read. Services
   * that tell any taxpayer the same need not name it.
   */
  services: { name: string; authorized: boolean | null }[];
}

/** By the tickets of the operator's active certificates, as they were stored. */
export const listDelegations = (db: Database): Promise<DelegationState[]> => db.$queryRaw`
  SELECT c.code AS company, c.cuit, o.production, coalesce(
      (SELECT jsonb_agg(jsonb_build_object('name', t.service, 'authorized', t.taxpayers ? c.cuit::text) ORDER BY t.service)
        FROM ticket t WHERE t.certificate_id = o.id AND t.sealed IS NOT NULL), '[]') AS services
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
export const findDelegated = async (tx: Transaction): Promise<number[]> =>
  (await tx.company.findMany({ where: { certificateMode: "delegated" }, select: { id: true } })).map(({ id }) => id);
