import { findIssuingState } from "../../shared/db/company/issuing-state.js";
import type { TenantDatabase } from "../../shared/db/tenant-database.js";
import { argentineDay } from "../../shared/domain/calendar.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import { type Tenant, tenantKey } from "../../shared/domain/tenant.js";
import { type CacheTimes, createBriefCache } from "../brief-cache.js";
import { type Eligibility, findObstacle } from "./eligibility.js";

type Asking = Pick<IssuanceRequest, "posNumber" | "idempotency">;

export interface EligibilityCache {
  /** The cached state, only if it allowed issuing. It does not know the key. */
  recall(tenant: Tenant, asking: Asking): Eligibility | undefined;
  read(tenant: Tenant, asking: Asking): Promise<Eligibility>;
  /** Call it after a change: the change counts in this process at once. */
  clear(): void;
}

/** Caches eligibility, so that at a busy point of sale an issuance starts directly with its INSERT. */
export function createEligibilityCache(db: TenantDatabase, now: () => number, times?: CacheTimes): EligibilityCache {
  const cache = createBriefCache<Eligibility>((eligibility) => !findObstacle(eligibility), times);

  function about(tenant: Tenant, { posNumber, idempotency }: Asking) {
    const today = argentineDay(now());
    const read = async (): Promise<Eligibility> => ({
      ...(await findIssuingState(db.of(tenant), tenant, { today, posNumber, idempotency })),
      today,
      posNumber,
    });
    return [`${tenantKey(tenant)} ${posNumber} ${today}`, read] as const;
  }

  return {
    recall: (tenant, asking) => cache.recall(...about(tenant, asking)),
    read: (tenant, asking) => cache.read(...about(tenant, asking)),
    clear: cache.clear,
  };
}
