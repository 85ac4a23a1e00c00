import type { Statements } from "../pool/database.js";

/** A plan that can be paid. Amounts are pesos with two decimals. Days are Argentine, `YYYY-MM-DD`. */
export interface PricedPlan {
  id: number;
  code: string;
  name: string;
  monthly: number;
  price: string;
  months: number;
  extra: { vouchers: number; price: string } | null;
  retired: boolean;
  /** The plan by which its companies go on, from that day. */
  next: { code: string; from: string } | null;
}

export type NewPlan = Omit<PricedPlan, "id" | "retired" | "next">;

interface PlanRow extends Omit<PricedPlan, "extra" | "next"> {
  extraVouchers: number | null;
  extraPrice: string | null;
  nextCode: string | null;
  nextFrom: string | null;
}

const toPlan = ({ extraVouchers, extraPrice, nextCode, nextFrom, ...plan }: PlanRow): PricedPlan => ({
  ...plan,
  extra: extraVouchers === null || extraPrice === null ? null : { vouchers: extraVouchers, price: extraPrice },
  next: nextCode === null || nextFrom === null ? null : { code: nextCode, from: nextFrom },
});

/** Lists the plans with a code, by their code. */
export async function listPlans(db: Statements, code: string | null = null): Promise<PricedPlan[]> {
  const rows = await db.$queryRaw<PlanRow[]>`
    SELECT p.id, p.code, p.title AS name, p.monthly_vouchers AS monthly, p.price::text, p.months, p.extra_vouchers AS "extraVouchers",
      p.extra_price::text AS "extraPrice", p.retired_at IS NOT NULL AS retired, n.code AS "nextCode", p.next_from::text AS "nextFrom"
    FROM plan p LEFT JOIN plan n ON n.id = p.next_id
    WHERE p.code IS NOT NULL AND (${code}::text IS NULL OR p.code = ${code}) ORDER BY p.code`;
  return rows.map(toPlan);
}

/** False where the code is taken. */
export async function recordPlan(db: Statements, plan: NewPlan): Promise<boolean> {
  const { code, name, monthly, price, months, extra } = plan;
  const made = await db.$executeRaw`
    INSERT INTO plan (name, code, title, monthly_vouchers, price, months, extra_vouchers, extra_price)
    VALUES (${`plan ${code}`}, ${code}, ${name}, ${monthly}, ${price}::numeric, ${months}, ${extra?.vouchers ?? null}, ${extra?.price ?? null}::numeric)
    ON CONFLICT DO NOTHING`;
  return made > 0;
}

/** No new company gets it. Its companies go on by it, or by the other plan from that day. */
export async function recordRetirement(
  db: Statements,
  id: number,
  next: { id: number; from: string } | null,
): Promise<void> {
  await db.$executeRaw`
    UPDATE plan SET retired_at = coalesce(retired_at, now()), next_id = coalesce(${next?.id ?? null}, next_id),
      next_from = coalesce(${next?.from ?? null}::date, next_from) WHERE id = ${id}`;
}

/** Subscription as it is paid: what, and until when. Null: no plan that can be paid. */
export interface PaidSubscription {
  until: string;
  dayOfMonth: number | null;
  plan: PricedPlan | null;
  /** Vouchers that it may issue in a month: the plan's, or its own quota. */
  monthly: number;
}

/** The plan is the one by which a payment of `today` is made. Undefined without a subscription. */
export async function findPaidSubscription(
  db: Statements,
  companyId: number,
  today: string,
): Promise<PaidSubscription | undefined> {
  const [found] = await db.$queryRaw<
    { until: string; dayOfMonth: number | null; monthly: number; code: string | null }[]
  >`
    SELECT s.until::text, s.day_of_month AS "dayOfMonth", issues.monthly_vouchers AS monthly, coalesce(n.code, p.code) AS code
    FROM subscription s JOIN plan issues ON issues.id = s.plan_id LEFT JOIN plan p ON p.id = s.paid_plan_id
    LEFT JOIN plan n ON n.id = p.next_id AND p.next_from <= ${today}::date
    WHERE s.company_id = ${companyId}`;
  if (!found) return undefined;
  const { code, ...paid } = found;
  const [plan = null] = code === null ? [] : await listPlans(db, code);
  return { ...paid, plan };
}

/** The plan of a company, and what it may issue. Null: none that can be paid; what it may issue stays. */
export async function savePaidPlan(db: Statements, companyId: number, planId: number | null): Promise<number> {
  return db.$executeRaw`
    UPDATE subscription SET paid_plan_id = ${planId}, plan_id = coalesce(${planId}, plan_id) WHERE company_id = ${companyId}`;
}
