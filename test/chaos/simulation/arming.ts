import { askedPos, type Database, isOpen, keyOf, nothingKnown, type Row } from "./database.js";
import type { Sale } from "./sale.js";
import type { World } from "./world.js";

/** What is recorded for one attempt of a key. */
export interface Arming extends Pick<Row, "key" | "place" | "patient" | "isElement" | "deadlineAtMs"> {
  sale: Sale;
  requestId: string;
}

/**
 * Records an attempt, as recordIssuance and armWanted do. Undefined when the key is queued, submitted or approved.
 * @param keepsOpen leaves open rows alone
 */
export function arm(
  { guards, scheduler }: World,
  database: Database,
  { key, ...arming }: Arming,
  keepsOpen: boolean,
): { row: Row; before: Row | undefined } | undefined {
  const armed = {
    ...arming,
    isWaitedFor: !arming.isElement,
    sequence: keyOf(askedPos, arming.sale.voucherType),
    movable: !arming.isElement && arming.sale.contingency === null,
    rounding: "line" as const,
    state: "queued" as const,
    recordedAtMs: scheduler.nowMs(),
    number: null,
    submittedAtMs: null,
    epoch: null,
    mapping: database.mapping,
    timeline: database.timeline,
    heardAtMs: null,
    ...nothingKnown,
    outcome: null,
  };
  const present = guards.uniqueKey ? database.rows.find((one) => one.key === key) : undefined;
  if (!present) {
    const row = { id: database.rows.length + 1, key, revision: 1, ...armed };
    database.rows.push(row);
    return { row, before: undefined };
  }
  if (present.state === "approved" || (isOpen(present) && keepsOpen)) return undefined;
  const before = { ...present };
  if (present.state === "submitted") database.quota.reserved--;
  Object.assign(present, armed, { revision: present.revision + 1 });
  return { row: present, before };
}
