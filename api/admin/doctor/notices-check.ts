import { listNotices } from "../../../shared/db/company/notices.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { environmentName, type Tenant } from "../../../shared/domain/tenant.js";
import { type CheckResult, passed } from "./check.js";

/** So long after it was last heard an announcement is told. */
const recentMs = 14 * 86_400_000;

/** Check of the authority's latest announcements to the company. Never a fault: a person reads it. Undefined when there is nothing. */
export async function checkNotices(db: Database, tenant: Tenant, nowMs: number): Promise<CheckResult | undefined> {
  const notices = await listNotices(db, tenant);
  const recent = notices.filter(({ lastSeen }) => Date.parse(lastSeen) > nowMs - recentMs);
  if (recent.length === 0) return undefined;
  const told = recent.map(
    ({ service, code, message, firstSeen }) => `${service} ${code} since ${firstSeen}: ${message}`,
  );
  return passed(`authority's notices (${environmentName(tenant.production)})`, told.join("; "));
}
