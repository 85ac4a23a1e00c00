import type { Database } from "../../../shared/db/pool/database.js";
import { countUnverified } from "../../../shared/db/reconcile/verify-numbering.js";
import { environmentName } from "../../../shared/domain/tenant.js";
import { type CheckResult, failed, passed } from "./check.js";

/**
 * Whether the database lost commits, and numberings were not verified since, by a voucher or by a comparison. Until then keys that were tried before the
 * loss are answered 409.
 */
export async function checkNumberings(db: Database, companyId?: number): Promise<CheckResult> {
  const name = "numberings";
  const unverified = await countUnverified(db, companyId);
  const [first] = unverified;
  if (!first) return passed(name, "every numbering is verified");
  const counts = unverified.map(
    ({ code, production, numberings }) => `${code} (${environmentName(production)}, ${numberings})`,
  );
  const whose = unverified.length > 1 ? "--all" : `--company ${first.code}`;
  return failed(
    name,
    `the database lost commits, and numberings are not verified since: ${counts.join(", ")}`,
    `reconcile ${whose} --env ${environmentName(first.production)} --verify`,
  );
}
