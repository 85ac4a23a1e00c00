import { type ApiKey, createApiKey, revokeApiKey, type Scope } from "../../shared/db/company/api-keys.js";
import { writeAudited } from "../../shared/db/company/audit-entries.js";
import { notFound } from "../errors.js";
import { refuseExcessApiKey } from "./company-limits.js";
import type { Operator } from "./operator.js";

/**
 * Creates a key. Its secret is returned only here and never stored.
 *
 * @throws ApiError 400 when the environment has the most that are allowed
 */
export function addApiKey(
  operator: Operator,
  { name, scopes }: { name: string; scopes: readonly Scope[] },
): Promise<ApiKey & { secret: string }> {
  const { companyId, production } = operator;
  return writeAudited(operator.db, operator.actor, companyId, async (tx) => {
    await refuseExcessApiKey(tx, operator);
    const result = await createApiKey(tx, { companyId, production, name, scopes });
    const { id, prefix } = result;
    const after = { name, prefix, scopes: result.scopes };
    return { result, record: { companyId, production, action: "apikey.create", resourceId: `${id}`, after } };
  });
}

/** Revokes a key at once. Revoking it again changes nothing. */
export function endApiKey(operator: Operator, id: number): Promise<void> {
  const { companyId, production } = operator;
  return writeAudited(operator.db, operator.actor, companyId, async (tx) => {
    const revoked = await revokeApiKey(tx, operator, id);
    if (revoked === undefined) throw notFound(`There is no API key ${id} in this environment.`);
    const record = {
      companyId,
      production,
      action: "apikey.revoke",
      resourceId: `${id}`,
      before: { revoked: false },
      after: { revoked: true },
    };
    return { result: undefined, record: revoked ? record : undefined };
  });
}
