import type { Usage } from "../../domain/quota.js";
import type { ExpiringCertificate, ExpiringKey, FollowingPlan, Warning, WarningFacts } from "../../domain/warnings.js";
import { isNotifiable } from "../fragments/is-notifiable.js";
import type { Database } from "../pool/database.js";

/** The usage of companies that can be told, and used half of their quota or more, in periods that may be current. */
export const heavyUsage = (db: Database): Promise<(Usage & { companyId: number })[]> =>
  db.$queryRaw`
    SELECT u.company_id AS "companyId", p.monthly_vouchers AS "monthlyVouchers", u.extra, u.reserved,
      u.used_production AS "usedProduction", u.used_homologation AS "usedHomologation",
      s.anchor::text AS anchor, u.period_start::text AS "periodStart"
    FROM usage_period u JOIN company c ON c.id = u.company_id
    JOIN subscription s ON s.company_id = u.company_id JOIN plan p ON p.id = s.plan_id
    WHERE ${isNotifiable} AND u.period_start > current_date - 33
      AND 2 * (u.used_production + u.used_homologation) >= p.monthly_vouchers + u.extra
      AND NOT EXISTS (SELECT 1 FROM warning w
        WHERE w.company_id = u.company_id AND w.kind = 'quota' AND w.subject = u.period_start::text)`;

/** Certificates in use that expire within 31 days, of companies that can be told. The operator's is the operator's care. */
export const expiringCertificates = (db: Database): Promise<ExpiringCertificate[]> =>
  db.$queryRaw`
    SELECT t.id, t.company_id AS "companyId", t.alias, t.production,
      (extract(epoch FROM t.expires_at) * 1000)::float8 AS "expiresAtMs"
    FROM certificate t JOIN company c ON c.id = t.company_id
    WHERE ${isNotifiable} AND t.active AND c.certificate_mode = 'own' AND t.expires_at BETWEEN now() AND now() + interval '31 days'`;

/** Keys in force that expire within about a week, of companies with an e-mail address. */
export const expiringKeys = (db: Database): Promise<ExpiringKey[]> =>
  db.$queryRaw`
    SELECT k.id, k.company_id AS "companyId", k.name, k.prefix, k.production,
      (extract(epoch FROM k.created_at) * 1000)::float8 AS "createdAtMs",
      (extract(epoch FROM k.expires_at) * 1000)::float8 AS "expiresAtMs"
    FROM api_key k JOIN company c ON c.id = k.company_id
    WHERE c.account_email IS NOT NULL AND k.revoked_at IS NULL AND k.expires_at BETWEEN now() AND now() + interval '8 days'`;

/** Subscriptions that end within about a week, of companies that can be told. */
export const lapsingSubscriptions = (db: Database): Promise<{ companyId: number; until: string }[]> =>
  db.$queryRaw`
    SELECT s.company_id AS "companyId", s.until::text AS until
    FROM subscription s JOIN company c ON c.id = s.company_id
    WHERE ${isNotifiable} AND s.until BETWEEN current_date - 1 AND current_date + 8`;

/** Plans that are followed by another within about a month, of companies that can be told. */
export const followingPlans = (db: Database): Promise<FollowingPlan[]> =>
  db.$queryRaw`
    SELECT s.company_id AS "companyId", n.code, n.title AS name, n.price::text AS price, n.months, p.next_from::text AS "from"
    FROM subscription s JOIN company c ON c.id = s.company_id JOIN plan p ON p.id = s.paid_plan_id JOIN plan n ON n.id = p.next_id
    WHERE ${isNotifiable} AND p.next_from BETWEEN current_date - 1 AND current_date + 31`;

/**
 * Gives how many were new. Each subject is recorded once per company, even if several processes record it at the same time. Without
 * an address there is no mail: one that is given later is not for what is past.
 */
export const recordWarnings = (db: Database, warnings: Warning[]): Promise<number> =>
  db.$executeRaw`
    INSERT INTO warning (company_id, kind, subject, facts, state)
    SELECT c.id, w.kind, w.subject, w.facts, (CASE WHEN c.account_email IS NULL THEN 'failed' ELSE 'due' END)::recipient_state
    FROM jsonb_to_recordset(${JSON.stringify(warnings)}::jsonb) AS w("companyId" integer, kind text, subject text, facts jsonb)
    JOIN company c ON c.id = w."companyId"
    ON CONFLICT (company_id, kind, subject) DO NOTHING`;

/** A warning to be mailed. */
export interface DueWarning {
  id: number;
  companyCode: string;
  companyName: string;
  email: string;
  kind: Warning["kind"];
  subject: string;
  facts: WarningFacts;
}

export const dueWarnings = (db: Database, limit: number): Promise<DueWarning[]> =>
  db.$queryRaw`
    SELECT w.id, c.code AS "companyCode", c.name AS "companyName", c.account_email AS email, w.kind, w.subject, w.facts
    FROM warning w JOIN company c ON c.id = w.company_id
    WHERE w.state = 'due' AND w.due_at <= now() AND c.account_email IS NOT NULL ORDER BY w.due_at LIMIT ${limit}`;
