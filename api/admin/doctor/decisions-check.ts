import { adminCommand } from "../../../shared/config/config.js";
import { countUndecided } from "../../../shared/db/issuing/open-issuances.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { environmentName } from "../../../shared/domain/tenant.js";
import { type CheckResult, failed, passed } from "./check.js";

/** Whether an issuance waits for a person to decide. Until then nothing else is issued at its point of sale and type. */
export async function checkDecisions(db: Database, companyId?: number): Promise<CheckResult> {
  const name = "decisions";
  const waiting = await countUndecided(db, companyId);
  const [first] = waiting;
  if (!first) return passed(name, "no issuance waits for a person");
  const counts = waiting.map(
    ({ code, production, issuances }) => `${code} (${environmentName(production)}, ${issuances})`,
  );
  const at =
    waiting.length > 1
      ? "--company CODE --env ENVIRONMENT"
      : `--company ${first.code} --env ${environmentName(first.production)}`;
  return failed(name, `issuances wait for a person: ${counts.join(", ")}`, adminCommand(`issuance list ${at} --open`));
}
