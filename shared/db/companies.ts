import type { Database } from "./database.js";

export interface NewCompany {
  code: string;
  cuit: string;
  name: string;
  taxType: 1 | 4 | 6;
  address?: string;
  stateId?: number;
  grossIncome?: string;
  activityStart?: string;
  accountEmail?: string;
}

/** Creates the company with its subscription, whose months are counted from `today` (`YYYY-MM-DD`). */
export async function createCompany(
  db: Database,
  { activityStart, ...company }: NewCompany,
  subscription: { monthlyVouchers: number; today: string; until: string },
): Promise<{ id: number }> {
  const { monthlyVouchers, today, until } = subscription;
  const name = `${monthlyVouchers} vouchers a month`;
  const plan = await db.plan.upsert({ where: { name }, create: { name, monthlyVouchers }, update: {} });
  return db.company.create({
    data: {
      ...company,
      ...(activityStart && { activityStart: new Date(activityStart) }),
      subscription: { create: { planId: plan.id, anchor: new Date(today), until: new Date(until) } },
    },
    select: { id: true },
  });
}

export const findCompany = (db: Database, code: string): Promise<{ id: number } | null> =>
  db.company.findUnique({ where: { code }, select: { id: true } });

export async function ensurePointOfSale(
  db: Database,
  pos: { companyId: number; production: boolean; number: number; name: string; address: string },
): Promise<void> {
  const { companyId, production, number } = pos;
  await db.pointOfSale.upsert({
    where: { companyId_production_number: { companyId, production, number } },
    create: pos,
    update: {},
  });
}
