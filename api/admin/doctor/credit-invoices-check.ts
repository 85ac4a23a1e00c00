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
