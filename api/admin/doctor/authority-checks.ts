import { listNotices } from "../../../shared/db/company/notices.js";
import { listRefusedLogins } from "../../../shared/db/company/refused-logins.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { environmentName, type Tenant } from "../../../shared/domain/tenant.js";
import { suggestionFor } from "../../taxauth/authority-suggestions.js";
import { askIssuer } from "../ask-issuer.js";
import { type CheckResult, failed, passed, reasonOf } from "./check.js";

/**
 * Whether the authority's registry of credit invoices answers the company. A running issuer asks it: without one the check says
 * that it was not asked.
 */
export async function checkCreditInvoices(
  db: Database,
  redisUrl: string | undefined,
  tenant: Tenant,
): Promise<CheckResult> {
  const name = `credit invoices (${environmentName(tenant.production)})`;
  try {
    const answer = await askIssuer({ db, config: { REDIS_URL: redisUrl } }, tenant, { kind: "status" });
    const check = answer.outcome === "status" ? answer.fce : undefined;
    if (!check) return passed(name, "not asked: the issuer is of another version");
    return check.problem
      ? failed(name, `the registry cannot be asked: ${check.problem.detail}`, suggestionFor(check.problem).en)
      : passed(name, "their registry answers");
  } catch (error) {
    return passed(name, `not asked: ${reasonOf(error)}`);
  }
}

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

/** Logins that the authority refused within a day. Each concerns that company alone, or all for which the operator's certificate acts. */
export async function checkLogins(db: Database): Promise<CheckResult> {
  const name = "logins";
  const refused = await listRefusedLogins(db);
  const [first] = refused;
  if (!first) return passed(name, "none was refused");
  const listed = refused.map(
    ({ code, production, service, cause }) =>
      `${code ?? "the operator"} (${environmentName(production)}, ${service}: ${cause})`,
  );
  const fix =
    first.code === null
      ? "certificate delegations"
      : `doctor --company ${first.code}; GET /taxauth/status of the company says what to do`;
  return failed(name, `the tax authority refused a login of ${listed.join(", ")}`, fix);
}
