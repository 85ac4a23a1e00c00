import type { Database } from "../pool/database.js";

/** A login of the last day that the authority refused, and that none has followed. */
export interface RefusedLogin {
  /** Null: with the operator's certificate. */
  code: string | null;
  production: boolean;
  service: string;
  cause: string;
}

/** Lists those of active certificates. What went unanswered is no refusal, and neither is a login that comes too early. */
export const listRefusedLogins = (db: Database): Promise<RefusedLogin[]> => db.$queryRaw`
  SELECT c.code, t.production, k.service, k.failure ->> 'cause' AS cause
  FROM ticket k JOIN certificate t ON t.id = k.certificate_id AND t.active LEFT JOIN company c ON c.id = t.company_id
  WHERE k.failure ->> 'kind' NOT IN ('down', 'withheld') AND k.login_at > now() - interval '1 day'
  ORDER BY c.code NULLS FIRST, t.production, k.service`;
