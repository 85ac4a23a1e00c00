import { listRefusedLogins } from "../../../shared/db/company/refused-logins.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { environmentName } from "../../../shared/domain/tenant.js";
import { type CheckResult, failed, passed } from "./check.js";

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
