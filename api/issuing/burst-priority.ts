import { type Tenant, tenantKey } from "../../shared/domain/tenant.js";

/** The jobs of one company in one second that go in the order of their arrival. */
const ahead = 10;
const secondMs = 1_000;

/**
 * BullMQ's priority of a company's next job, by how many it has added in this second; undefined goes before all that have one, and a
 * lower number before a higher. So a sale of another company does not stand behind the hundreds that one sends at once. It orders
 * jobs of different companies alone: which issuance of a sequence goes first stands in the database.
 */
export function createBurstPriority(now = () => performance.now()): (tenant: Tenant) => number | undefined {
  let endsAtMs = 0;
  const added = new Map<string, number>();
  return (tenant) => {
    if (now() >= endsAtMs) {
      added.clear();
      endsAtMs = now() + secondMs;
    }
    const count = (added.get(tenantKey(tenant)) ?? 0) + 1;
    added.set(tenantKey(tenant), count);
    return count > ahead ? count - ahead : undefined;
  };
}
