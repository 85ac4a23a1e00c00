import type { SequenceKey } from "../../domain/sequence.js";
import type { Tenant } from "../../domain/tenant.js";
import type { Database } from "../database.js";
import { Prisma } from "../generated/client.js";

/** A company whose calls are not answered, or whose contingency lasts. Times in milliseconds since 1970, by the database's clock. */
export interface Watched extends Tenant {
  code: string;
  silentSinceMs: number | null;
  /** How many calls in a row went unanswered. */
  unanswered: number;
  activeSinceMs: number | null;
  byHand: boolean;
  probedAtMs: number | null;
  nowMs: number;
}

/** The row of `contingency`, or of another table in `alias`, is this tenant's. */
export const ofTenant = ({ companyId, production }: Tenant, alias = "c") =>
  Prisma.sql`${Prisma.raw(alias)}.company_id = ${companyId} AND ${Prisma.raw(alias)}.production = ${production}`;

export const inMs = (column: string) => Prisma.raw(`(extract(epoch FROM ${column}) * 1000)::float8`);

/** All companies with a silence or a contingency. */
export const listWatched = (db: Database): Promise<Watched[]> => db.$queryRaw`
  /* prepared list_watched */ SELECT c.company_id AS "companyId", c.production, o.code, ${inMs("c.silent_since")} AS "silentSinceMs",
    c.unanswered, ${inMs("c.active_since")} AS "activeSinceMs", c.by_hand AS "byHand", ${inMs("c.probed_at")} AS "probedAtMs",
    ${inMs("clock_timestamp()")} AS "nowMs"
  FROM contingency c JOIN company o ON o.id = c.company_id
  WHERE c.active_since IS NOT NULL OR c.silent_since IS NOT NULL`;

/** The companies with a point of sale for which another stands in: only theirs can be a contingency. */
export const listPrepared = (db: Database): Promise<Tenant[]> => db.$queryRaw`
  SELECT DISTINCT company_id AS "companyId", production FROM point_of_sale WHERE contingency_pos IS NOT NULL AND enabled`;

/**
 * A call for issuing was not answered.
 * @param isRequest it was a request for a CAE: then queries that are answered do not end the silence
 * @param silentMs how long nothing was heard until now
 */
export async function noteUnanswered(
  db: Database,
  tenant: Tenant,
  cause: string,
  isRequest: boolean,
  silentMs = 0,
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO contingency AS c (company_id, production, silent_since, unanswered, issuing_failed, cause)
    VALUES (${tenant.companyId}, ${tenant.production}, now() - ${silentMs} * interval '1 millisecond', 1, ${isRequest}, ${cause.slice(0, 300)})
    ON CONFLICT (company_id, production) DO UPDATE SET silent_since = least(coalesce(c.silent_since, excluded.silent_since), now()),
      unanswered = CASE WHEN c.silent_since IS NULL THEN 0 ELSE c.unanswered END + 1,
      issuing_failed = ${isRequest} OR c.issuing_failed AND c.silent_since IS NOT NULL, cause = excluded.cause, ready_at = NULL`;
}

/** A query was answered. It ends a silence in which no request for a CAE failed. */
export async function noteAnswered(db: Database, tenant: Tenant): Promise<void> {
  await db.$executeRaw`
    UPDATE contingency c SET silent_since = NULL, unanswered = 0 WHERE ${ofTenant(tenant)} AND NOT issuing_failed AND active_since IS NULL`;
}

/**
 * True for one issuer alone, at most once in this time: it asks the authority for the company. A time that lies ahead is not waited
 * for: the database's clock was set back since.
 */
export async function claimProbe(db: Database, tenant: Tenant, everyMs: number): Promise<boolean> {
  const claimed = await db.$executeRaw`
    UPDATE contingency c SET probed_at = now()
    WHERE ${ofTenant(tenant)} AND coalesce(c.probed_at <= now() - ${everyMs} * interval '1 millisecond' 
      OR c.probed_at > now() + interval '1 second', true)`;
  return claimed === 1;
}

/** Queries are answered while a contingency lasts: one issuance may try. */
export async function noteReady(db: Database, tenant: Tenant): Promise<void> {
  await db.$executeRaw`
    UPDATE contingency c SET ready_at = now() WHERE ${ofTenant(tenant)} AND c.active_since IS NOT NULL AND NOT c.by_hand`;
}

/**
 * Makes an issuance in line the one that tries whether the authority issues again: it is asked for a CAE. Only one tries at a time,
 * and none in a sequence with an unresolved number, because that comes first.
 */
export async function claimTrial(db: Database, tenant: Tenant, issuanceId: number): Promise<boolean> {
  const claimed = await db.$executeRaw`
    UPDATE contingency c SET trial_id = ${issuanceId}
    WHERE ${ofTenant(tenant)} AND c.active_since IS NOT NULL AND NOT c.by_hand AND c.ready_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM issuance i WHERE i.id = c.trial_id AND i.state IN ('queued', 'submitted'))
      AND NOT EXISTS (SELECT FROM issuance t JOIN issuance i ON i.company_id = t.company_id AND i.production = t.production
        AND i.pos_number = t.pos_number AND i.voucher_type = t.voucher_type AND i.state = 'submitted' WHERE t.id = ${issuanceId})`;
  return claimed === 1;
}

/** The sequences of a company with issuances in line. */
export const listLines = (db: Database, tenant: Tenant): Promise<SequenceKey[]> => db.$queryRaw`
  SELECT DISTINCT company_id AS "companyId", production, pos_number AS "posNumber", voucher_type AS "voucherType"
  FROM issuance i WHERE ${ofTenant(tenant, "i")} AND i.state = 'queued'`;

/** A sequence of the company whose last number can be asked for. Undefined when nothing was issued yet. */
export async function findProbed(db: Database, tenant: Tenant): Promise<SequenceKey | undefined> {
  const [found] = await db.$queryRaw<SequenceKey[]>`
    SELECT s.company_id AS "companyId", s.production, s.pos_number AS "posNumber", s.voucher_type AS "voucherType"
    FROM sequence s JOIN point_of_sale p ON p.company_id = s.company_id AND p.production = s.production AND p.number = s.pos_number
    WHERE ${ofTenant(tenant, "s")} AND p.authorized_by = 'CAE' AND p.enabled ORDER BY s.last_number IS NULL, s.id LIMIT 1`;
  return found;
}
