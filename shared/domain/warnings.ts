import { addDays, argentineDay, daysBetween, toFiscalDate } from "./calendar.js";
import type { CompanyMail } from "./company-mail.js";
import type { FcePayment } from "./fce.js";
import type { Legend } from "./legends.js";
import type { SircipAgent } from "./perceptions.js";
import { periodStartOf, toQuota, type Usage } from "./quota.js";

/** A warning for a company, sent once for each `subject`. `facts` are the contents of the mail. */
export interface Warning {
  companyId: number;
  kind: WarningFacts["kind"];
  subject: string;
  facts: WarningFacts;
}

/** Days are Argentine, `YYYY-MM-DD`. */
export type WarningFacts =
  | { kind: "quota"; used: number; granted: number; periodEnd: string }
  | { kind: "certificate"; id: number; alias: string; production: boolean; expires: string; daysLeft: number }
  | { kind: "apikey"; name: string; prefix: string; production: boolean; expires: string; daysLeft: number }
  | { kind: "subscription"; until: string; daysLeft: number }
  | { kind: "planchange"; name: string; price: string; months: number; from: string }
  // Recorded by the database, with what the payment gave.
  | { kind: "renewed"; from: string; until: string; amount: string }
  | { kind: "fiscaldata"; changes: FiscalDataChange[]; more: number }
  | { kind: "webhook"; url: string; production: boolean; reason: "gone" | "failing" }
  | ({ kind: "report" } & OpenCode);

/** Duties that a company still owes the authority under a code for contingencies. */
export interface OpenCode {
  production: boolean;
  code: string;
  /** Year and month, such as 202611. */
  period: number;
  fortnight: 1 | 2;
  /** The last day to report, `YYYYMMDD`. */
  reportBy: string;
  /** Vouchers that the authority was not told of yet. */
  unreported: number;
  /** How many of these it rejected. */
  rejected: number;
  /** Points of sale that used no code and are not declared so yet. */
  undeclared: number;
}

/** Fields of a company, by their names in the API. */
export type FiscalFields = Record<
  string,
  string | number | boolean | FcePayment | CompanyMail | SircipAgent | readonly Legend[] | null | undefined
>;

/** A change of the fiscal data by a homologation key. `at` is an ISO 8601 instant; before and after have the changed fields. */
export interface FiscalDataChange {
  at: string;
  key: { id: number; name: string; prefix: string };
  before: FiscalFields;
  after: FiscalFields;
}

const certificateDays = [1, 7, 30];
const keyDays = [1, 7];
const subscriptionDays = [1, 7];
const planDays = 30;
const reportDays = 3;

/** The warning at 90 % of the quota, once per period. Source: api/README.md, "Limits", quota warning. */
export function quotaWarning(companyId: number, usage: Usage, today: string): Warning | undefined {
  const { used, granted, periodEnd } = toQuota(usage);
  const isCurrent = usage.periodStart === periodStartOf(usage.anchor, today);
  if (!isCurrent || granted === 0 || used * 10 < granted * 9) return undefined;
  return {
    companyId,
    kind: "quota",
    subject: usage.periodStart,
    facts: { kind: "quota", used, granted, periodEnd },
  };
}

export interface ExpiringCertificate {
  id: number;
  companyId: number;
  alias: string;
  production: boolean;
  expiresAtMs: number;
}

/** Warns 30, 7 and 1 days before the expiry, once each. A late check skips the levels that have passed. */
export function certificateWarning(certificate: ExpiringCertificate, nowMs: number): Warning | undefined {
  const { id, companyId, alias, production, expiresAtMs } = certificate;
  const expires = argentineDay(expiresAtMs);
  const daysLeft = daysBetween(argentineDay(nowMs), expires);
  const level = levelOf(certificateDays, daysLeft);
  if (level === undefined || expiresAtMs <= nowMs) return undefined;
  return {
    companyId,
    kind: "certificate",
    subject: `${id}-${expires}-${level}`,
    facts: { kind: "certificate", id, alias, production, expires, daysLeft },
  };
}

export interface ExpiringKey {
  id: number;
  companyId: number;
  name: string;
  prefix: string;
  production: boolean;
  createdAtMs: number;
  expiresAtMs: number;
}

/** Warns 7 days and 1 day before the expiry, once each. A key that was made for such a short time causes no warning of that level. */
export function keyWarning(key: ExpiringKey, nowMs: number): Warning | undefined {
  const { id, companyId, name, prefix, production, createdAtMs, expiresAtMs } = key;
  const expires = argentineDay(expiresAtMs);
  const daysLeft = daysBetween(argentineDay(nowMs), expires);
  const lifetime = daysBetween(argentineDay(createdAtMs), expires);
  const levels = keyDays.filter((level) => level < lifetime);
  const level = levelOf(levels, daysLeft);
  if (level === undefined || expiresAtMs <= nowMs) return undefined;
  return {
    companyId,
    kind: "apikey",
    subject: `${id}-${level}`,
    facts: { kind: "apikey", name, prefix, production, expires, daysLeft },
  };
}

/** Warns 7 days and 1 day before the last paid day, once each. */
export function subscriptionWarning(companyId: number, until: string, today: string): Warning | undefined {
  const daysLeft = daysBetween(today, until);
  const level = levelOf(subscriptionDays, daysLeft);
  if (level === undefined) return undefined;
  return {
    companyId,
    kind: "subscription",
    subject: `${until}-${level}`,
    facts: { kind: "subscription", until, daysLeft },
  };
}

/** Plan by which a company will go on, and from which day. */
export interface FollowingPlan {
  companyId: number;
  code: string;
  name: string;
  price: string;
  months: number;
  from: string;
}

/** Warns 30 days before a plan is followed by another, once. Who is told of it later is told at once. */
export function planWarning({ companyId, code, ...plan }: FollowingPlan, today: string): Warning | undefined {
  const daysLeft = daysBetween(today, plan.from);
  if (daysLeft < 0 || daysLeft > planDays) return undefined;
  return { companyId, kind: "planchange", subject: `${code}-${plan.from}`, facts: { kind: "planchange", ...plan } };
}

/**
 * Warns from 3 days before the last day to report on, once for each code, while anything of it is open. One that nobody looked at in
 * time is told late. Source: issuer/README.md, section 13.
 */
export function reportWarning(companyId: number, code: OpenCode, today: string): Warning | undefined {
  const isOpen = code.unreported + code.undeclared > 0;
  if (!isOpen || toFiscalDate(addDays(today, reportDays)) < code.reportBy) return undefined;
  return { companyId, kind: "report", subject: code.code, facts: { kind: "report", ...code } };
}

const levelOf = (levels: number[], daysLeft: number): number | undefined =>
  daysLeft < 0 ? undefined : levels.find((level) => daysLeft <= level);
