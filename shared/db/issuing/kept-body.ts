import type { IssuanceRequest } from "../../domain/issuance-request.js";
import type { Tenant } from "../../domain/tenant.js";
import type { Database } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";

/** The body of the latest attempt of a key. Undefined when the key is unknown, or its content is not kept any more. */
export async function findStoredBody(
  db: Database,
  { companyId, production }: Tenant,
  idempotency: string,
): Promise<IssuanceRequest | undefined> {
  const [row] = await db.$queryRaw<{ body: IssuanceRequest | null }[]>(prepared("find_kept_body")`
    SELECT i.body FROM issuance i
    WHERE i.company_id = ${companyId} AND i.production = ${production} AND i.idempotency = ${idempotency}`);
  return row?.body ?? undefined;
}
