import type { DueWarning } from "../shared/db/company/warnings.js";
import { argentineDay } from "../shared/domain/calendar.js";
import type { Usage } from "../shared/domain/quota.js";
import {
  certificateWarning,
  type ExpiringCertificate,
  type ExpiringKey,
  type FollowingPlan,
  keyWarning,
  type OpenCode,
  planWarning,
  quotaWarning,
  reportWarning,
  subscriptionWarning,
  type Warning,
} from "../shared/domain/warnings.js";
import type { Log } from "../shared/logging/log.js";
import { isDeliverable } from "./deliverable.js";
import { type DispatchDeps, dispatch, failMail } from "./dispatch.js";
import type { Message } from "./message.js";

export interface WarnDeps extends DispatchDeps {
  heavyUsage(): Promise<(Usage & { companyId: number })[]>;
  expiringCertificates(): Promise<ExpiringCertificate[]>;
  expiringKeys(): Promise<ExpiringKey[]>;
  lapsingSubscriptions(): Promise<{ companyId: number; until: string }[]>;
  followingPlans(): Promise<FollowingPlan[]>;
  openCodes(): Promise<(OpenCode & { companyId: number })[]>;
  recordWarnings(warnings: Warning[]): Promise<number>;
  dueWarnings(limit: number): Promise<DueWarning[]>;
  compose(warning: DueWarning): Message | Promise<Message>;
  /** Milliseconds since the epoch. */
  now(): number;
  log: Log;
}

const maxAtOnce = 50;

/**
 * Records new warnings of companies and mails the due ones, until `stopping`. Several mailers may do this at the same time.
 */
export async function warnCompanies(deps: WarnDeps, stopping?: AbortSignal): Promise<void> {
  const warnings = await findWarnings(deps);
  const recorded = warnings.length > 0 ? await deps.recordWarnings(warnings) : 0;
  if (recorded > 0) deps.log.info({ warnings: recorded }, "recorded new warnings of companies");

  for (const warning of await deps.dueWarnings(maxAtOnce)) {
    if (stopping?.aborted) return;
    await send(deps, warning);
  }
}

async function findWarnings(deps: WarnDeps): Promise<Warning[]> {
  const nowMs = deps.now();
  const today = argentineDay(nowMs);
  const usages = await deps.heavyUsage();
  const certificates = await deps.expiringCertificates();
  const keys = await deps.expiringKeys();
  const subscriptions = await deps.lapsingSubscriptions();
  const plans = await deps.followingPlans();
  const codes = await deps.openCodes();
  return [
    ...usages.map((usage) => quotaWarning(usage.companyId, usage, today)),
    ...certificates.map((certificate) => certificateWarning(certificate, nowMs)),
    ...keys.map((key) => keyWarning(key, nowMs)),
    ...subscriptions.map(({ companyId, until }) => subscriptionWarning(companyId, until, today)),
    ...plans.map((plan) => planWarning(plan, today)),
    ...codes.map(({ companyId, ...code }) => reportWarning(companyId, code, today)),
  ].filter((warning) => warning !== undefined);
}

async function send(deps: WarnDeps, warning: DueWarning): Promise<void> {
  const { id, companyCode, kind, subject, email } = warning;
  const ending = isDeliverable(email)
    ? await dispatch(deps, id, () => deps.compose(warning))
    : await failMail(deps.outgoing, id, "mail cannot be sent to the account's address");
  deps.log.info({ warningId: id, company: companyCode, kind, subject, ...ending }, "warning");
}
