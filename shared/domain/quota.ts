import { addMonths } from "./calendar.js";

/** The quota object in the answer to an issuance. Source: api/README.md, "Quota object". */
export interface Quota {
  type: "invoices";
  granted: number;
  used: number;
  remaining: number;
  overage: number;
  periodEnd: string;
  breakdown: { production: number; homologation: number };
}

/** Vouchers contracted, and those used in the period that began on `periodStart`. */
export interface Usage {
  monthlyVouchers: number;
  extra: number;
  usedProduction: number;
  usedHomologation: number;
  reserved: number;
  anchor: string;
  periodStart: string;
}

/** For a period in which nothing was used or bought. */
export const unused = { extra: 0, reserved: 0, usedProduction: 0, usedHomologation: 0 };

/**
 * The first day of the monthly period that contains `today`, counted from the subscription's anchor day.
 * All are Argentine days, `YYYY-MM-DD`. If a month lacks the anchor day, its last day is used.
 */
export function periodStartOf(anchor: string, today: string): string {
  const months = monthsBetween(anchor, today);
  const start = addMonths(anchor, months);
  return start <= today ? start : addMonths(anchor, months - 1);
}

/** The day on which the period that began on `periodStart` renews. */
export const periodEndOf = (anchor: string, periodStart: string): string =>
  addMonths(anchor, monthsBetween(anchor, periodStart) + 1);

const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));

export function toQuota(usage: Usage): Quota {
  const granted = usage.monthlyVouchers + usage.extra;
  const used = usage.usedProduction + usage.usedHomologation;
  return {
    type: "invoices",
    granted,
    used,
    remaining: Math.max(0, granted - used),
    overage: Math.max(0, used - granted),
    periodEnd: periodEndOf(usage.anchor, usage.periodStart),
    breakdown: { production: usage.usedProduction, homologation: usage.usedHomologation },
  };
}

/** Whether there is quota for one more voucher. Reserved quota counts, because it may still become a voucher. */
export const hasQuotaLeft = (usage: Usage): boolean =>
  usage.usedProduction + usage.usedHomologation + usage.reserved < usage.monthlyVouchers + usage.extra;
