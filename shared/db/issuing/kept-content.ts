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

/** How long the content of an issuance is kept that made no voucher. Source: api/README.md, "Limits". */
const contentDays = 7;

/** Retention after a failover, whose forgotten sales are compared with the authority's vouchers for longer. */
const doubtfulDays = 90;

/**
 * Removes body, amounts and declaration of issuances that ended without a voucher, in batches. The key, the hash of the body and
 * the outcome stay, so a repeated request is answered as before. Gives how many were purged.
 */
export async function purgeContent(db: Database, batch = 1_000): Promise<number> {
  let purged = 0;
  for (let last = batch; last === batch; purged += last)
    last = await db.$executeRaw`
      UPDATE issuance SET body = NULL, amounts = NULL, declared = NULL WHERE id IN (
        SELECT id FROM issuance WHERE state IN ('rejected', 'cancelled', 'failed') AND body IS NOT NULL
          AND settled_at < now() - ${contentDays} * interval '1 day'
          AND (outcome ->> 'code' IS DISTINCT FROM 'TAXAUTH_UNCONFIRMED' OR settled_at < now() - ${doubtfulDays} * interval '1 day')
        ORDER BY settled_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)`;
  return purged;
}
