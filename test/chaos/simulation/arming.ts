import { keyOf } from "./companies.js";
import { countQuota, type Database } from "./database.js";
import { nextId } from "./histories.js";
import { isOfKey, isOpen, nothingKnown, type Row } from "./rows.js";
import type { Sale } from "./sale.js";
import { findObstacle, keepDoubt } from "./suspicion.js";
import type { World } from "./world.js";

/** What is recorded for one attempt of a key. */
export interface Arming extends Pick<Row, "key" | "place" | "patient" | "isElement" | "deadlineAtMs"> {
  companyId: number;
  sale: Sale;
  requestId: string;
}

/**
 * Records an attempt, as recordIssuance and enqueueSelected do. Undefined when the key is queued, submitted or approved, or in doubt.
 * @param keepsOpen leaves open rows alone
 */
export function arm(
  world: World,
  database: Database,
  { companyId, key, ...arming }: Arming,
  keepsOpen: boolean,
): { row: Row; before: Row | undefined } | undefined {
  const armed = {
    ...arming,
    isWaitedFor: !arming.isElement,
    batched: arming.isElement,
    sequence: keyOf(companyId, arming.sale.posNumber, arming.sale.voucherType),
    movable: !arming.isElement && arming.sale.contingency === null,
    suspectSinceMs: null,
    isBarred: false,
    rounding: "line" as const,
    state: "queued" as const,
    recordedAtMs: database.clockMs(),
    armedAtMs: world.scheduler.nowMs(),
    returnedAtMs: null,
    number: null,
    submittedAtMs: null,
    epoch: null,
    mapping: database.mapping,
    timeline: database.timeline,
    authorityTimeMs: null,
    isListed: true,
    ...nothingKnown,
    outcome: null,
  };
  const present = world.guards.uniqueKey ? database.rows.find((one) => isOfKey(one, companyId, key)) : undefined;
  if (!present) {
    const row = { id: nextId(database, "rows"), key, revision: 1, ...armed };
    database.rows.push(row);
    return { row, before: undefined };
  }
  if (present.state === "approved" || (isOpen(present) && keepsOpen)) return undefined;
  if (findObstacle(world, database, present, armed.sequence)) return undefined;
  const { stays, suspectSinceMs } = keepDoubt(world, database, present);
  const before = { ...present };
  if (present.state === "submitted") countQuota(database, companyId, { reserved: -1 });
  const doubt = { suspectSinceMs, movable: armed.movable && !stays };
  const batched = present.batched || armed.batched;
  Object.assign(present, armed, doubt, { revision: present.revision + 1, batched });
  return { row: present, before };
}
