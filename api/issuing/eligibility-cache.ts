import { LRUCache } from "lru-cache";
import { findIssuingState, type IssuingState } from "../../shared/db/company/issuing-state.js";
import type { TenantDatabase } from "../../shared/db/pool/tenant-database.js";
import { argentineDay } from "../../shared/domain/calendar.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import { type Tenant, tenantKey } from "../../shared/domain/tenant.js";
import { type CacheOptions, createReadThroughCache } from "../authentication/read-through-cache.js";
import { type Eligibility, eligibilityAt, findObstacle } from "./eligibility.js";

type EligibilityQuery = Pick<IssuanceRequest, "posNumber" | "idempotency">;

export interface EligibilityCache {
  /** The cached state, only if it allows issuing. It does not know the key. */
  recall(tenant: Tenant, asking: EligibilityQuery): Eligibility | undefined;
  read(tenant: Tenant, asking: EligibilityQuery): Promise<Eligibility>;
  /** Call it after a change: the change counts in this process at once. */
  clear(): void;
}

/**
 * Caches eligibility, so that at a busy point of sale an issuance starts directly with its INSERT. A company's points of sale are read
 * together: one that issues at a hundred costs no more statements than one that issues at one.
 */
export function createEligibilityCache(db: TenantDatabase, now: () => number, times?: CacheOptions): EligibilityCache {
  // A state may allow issuing at one point of sale and not at another: `recall` looks.
  const cache = createReadThroughCache<IssuingState>(() => true, times);
  const inUse = createInUse();

  function about(tenant: Tenant, { posNumber, idempotency }: EligibilityQuery) {
    const today = argentineDay(now());
    const read = () => {
      const posNumbers = inUse(tenantKey(tenant), posNumber);
      return findIssuingState(db.of(tenant), tenant, { today, posNumbers, idempotency });
    };
    const at = (state: IssuingState) => eligibilityAt(state, today, posNumber);
    return { name: `${tenantKey(tenant)} ${today}`, read, at };
  }

  return {
    recall(tenant, asking) {
      const { name, read, at } = about(tenant, asking);
      const state = cache.recall(name, read);
      const eligibility = state && at(state);
      return eligibility && !findObstacle(eligibility) ? eligibility : undefined;
    },
    async read(tenant, asking) {
      const { name, read, at } = about(tenant, asking);
      return at(await cache.read(name, read));
    },
    clear: cache.clear,
  };
}

const maxPoints = 200;
const maxTenants = 10_000;

/** Remembers where each tenant issues, and gives it with one more. */
function createInUse(): (tenant: string, posNumber: number) => number[] {
  const inUse = new LRUCache<string, Set<number>>({ max: maxTenants });
  return (tenant, posNumber) => {
    const known = inUse.get(tenant);
    const points = known && (known.has(posNumber) || known.size < maxPoints) ? known : new Set<number>();
    inUse.set(tenant, points.add(posNumber));
    return [...points];
  };
}
