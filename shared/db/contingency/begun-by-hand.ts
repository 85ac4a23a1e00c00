import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import type { Statements } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { inMs } from "./silence.js";

/** A contingency that a person began: it lasts until a person ends it. */
export interface ManualContingency {
  /** In milliseconds since 1970. */
  sinceMs: number;
  reason: string | null;
}

/** Undefined while none lasts. */
export async function findBegunByHand(db: Statements, tenant: Tenant): Promise<ManualContingency | undefined> {
  const [found] = await db.$queryRaw<ManualContingency[]>(prepared("find_begun_by_hand")`
    SELECT ${inMs("c.active_since")} AS "sinceMs", c.reason FROM contingency c
    WHERE ${inScope(tenant, "c")} AND c.active_since IS NOT NULL AND c.is_manual`);
  return found;
}
