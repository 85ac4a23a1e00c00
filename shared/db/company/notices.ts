import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import type { Statements } from "../pool/database.js";

/** Notice of the authority in an answer. */
export interface HeardNotice {
  /** CUIT of the taxpayer that asked. */
  cuit: string;
  production: boolean;
  /** The authority's name of the service, such as `wsfe`. */
  service: string;
  code: number;
  message: string;
}

/** A notice as a company sees it. Instants are ISO 8601, UTC. */
interface Notice extends Pick<HeardNotice, "service" | "code" | "message"> {
  environment: "homologation" | "production";
  firstSeen: string;
  lastSeen: string;
}

/** The newest ones: the authority has one or two in force. */
const maxShown = 200;

/** How many new texts are kept a day, at most: one may differ in every answer, for example by a time in it. */
const maxNewADay = 20;

/** Keeps each text once for every company of the tax id. A new one is told to the company's webhooks in the same commit. */
export async function keepNotices(db: Statements, heard: readonly HeardNotice[]): Promise<void> {
  await db.$executeRaw`
    INSERT INTO authority_notice (company_id, production, service, code, message)
    SELECT t.company_id, t.production, t.service, t.code, t.message
    FROM (
      SELECT c.id AS company_id, h.production, h.service, h.code, left(h.message, 4000) AS message,
        row_number() OVER (PARTITION BY c.id, h.production) AS place
      FROM jsonb_to_recordset(${JSON.stringify(heard)}::jsonb) AS h(cuit text, production boolean, service text, code int, message text)
        JOIN company c ON c.cuit = h.cuit
    ) t
    WHERE t.place <= ${maxNewADay}
      AND (EXISTS (SELECT FROM authority_notice n WHERE n.company_id = t.company_id AND n.production = t.production
          AND n.service = t.service AND n.code = t.code AND md5(n.message) = md5(t.message))
        OR (SELECT count(*) FROM authority_notice n WHERE n.company_id = t.company_id AND n.production = t.production
          AND n.first_seen_at > now() - interval '1 day') < ${maxNewADay})
    ORDER BY t.company_id, t.production, t.service, t.code, t.message
    ON CONFLICT (company_id, production, service, code, md5(message)) DO UPDATE SET last_seen_at = now()`;
}

/** Forgets the notices that did not come again for more than a year. */
export async function purgeNotices(db: Statements): Promise<void> {
  await db.$executeRaw`DELETE FROM authority_notice WHERE last_seen_at < now() - interval '400 days'`;
}

/** The newest notices of a company, the latest heard first. */
export const listNotices = (db: Statements, scope: Tenant): Promise<Notice[]> => db.$queryRaw`
  SELECT n.code, n.message, n.service, CASE WHEN n.production THEN 'production' ELSE 'homologation' END AS environment,
    to_char(n.first_seen_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "firstSeen",
    to_char(n.last_seen_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lastSeen"
  FROM authority_notice n WHERE ${inScope(scope, "n")} ORDER BY n.last_seen_at DESC, n.id DESC LIMIT ${maxShown}`;
