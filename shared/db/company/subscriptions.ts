import { periodStartOf, type Usage, unused } from "../../domain/quota.js";
import { Prisma } from "../generated/client.js";
import type { Statements, Transaction } from "../pool/database.js";

/** A company's subscription. Days are Argentine, `YYYY-MM-DD`. `anchor` tells when each period begins. `until` is the last paid day. */
export interface Subscription {
  anchor: string;
  until: string;
  monthlyVouchers: number;
}

export async function findSubscription(db: Statements, companyId: number): Promise<Subscription | undefined> {
  const [subscription] = await db.$queryRaw<Subscription[]>`
    SELECT s.anchor::text, s.until::text, p.monthly_vouchers AS "monthlyVouchers"
    FROM subscription s JOIN plan p ON p.id = s.plan_id WHERE s.company_id = ${companyId}`;
  return subscription;
}

export async function saveSubscription(tx: Transaction, companyId: number, subscription: Subscription): Promise<void> {
  const { anchor, until, monthlyVouchers } = subscription;
  const name = `${monthlyVouchers} vouchers a month`;
  // The row first: an INSERT draws an id even where it finds its row. Who makes the same plan at once waits, and gets that one.
  await tx.$executeRaw`
    WITH known AS (SELECT id FROM plan WHERE name = ${name}),
    made AS (
      INSERT INTO plan AS p (name, monthly_vouchers) SELECT ${name}, ${monthlyVouchers} WHERE NOT EXISTS (SELECT FROM known)
      ON CONFLICT (name) DO UPDATE SET name = p.name RETURNING p.id
    )
    INSERT INTO subscription (company_id, plan_id, anchor, until)
    SELECT ${companyId}, plan.id, ${anchor}::date, ${until}::date FROM (SELECT id FROM known UNION ALL SELECT id FROM made) plan
    ON CONFLICT (company_id) DO UPDATE SET plan_id = excluded.plan_id, anchor = excluded.anchor, until = excluded.until,
      -- Another last day begins the count of paid periods anew.
      day_of_month = CASE WHEN subscription.until = excluded.until THEN subscription.day_of_month END`;
}

type UsageRow = typeof unused;

const used = Prisma.sql`
  extra, reserved, used_production AS "usedProduction", used_homologation AS "usedHomologation"`;

/** Finds the quota and its use in the period that contains `today`. Undefined without a subscription. */
export async function findUsage(tx: Transaction, companyId: number, today: string): Promise<Usage | undefined> {
  const subscription = await findSubscription(tx, companyId);
  if (!subscription) return undefined;
  const periodStart = periodStartOf(subscription.anchor, today);
  const [row] = await tx.$queryRaw<UsageRow[]>`
    SELECT ${used} FROM usage_period WHERE company_id = ${companyId} AND period_start = ${periodStart}::date`;
  return { ...subscription, ...(row ?? unused), periodStart };
}

/** All periods with any use or purchase, the latest first. */
export async function listUsage(tx: Transaction, companyId: number): Promise<Usage[]> {
  const subscription = await findSubscription(tx, companyId);
  if (!subscription) return [];
  const rows = await tx.$queryRaw<(UsageRow & { periodStart: string })[]>`
    SELECT ${used}, period_start::text AS "periodStart" FROM usage_period
    WHERE company_id = ${companyId} ORDER BY period_start DESC`;
  return rows.map((row) => ({ ...subscription, ...row }));
}

/** Adds vouchers to one period. They expire with it. */
export async function addExtra(tx: Transaction, companyId: number, periodStart: string, extra: number): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO usage_period AS u (company_id, period_start, extra) VALUES (${companyId}, ${periodStart}::date, ${extra})
    ON CONFLICT (company_id, period_start) DO UPDATE SET extra = u.extra + excluded.extra`;
}
