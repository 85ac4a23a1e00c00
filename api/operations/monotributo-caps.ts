import { type Actor, auditEverywhere } from "../../shared/db/company/audit-entries.js";
import { readEnteredCaps, saveCaps } from "../../shared/db/company/monotributo-caps.js";
import type { Database } from "../../shared/db/pool/database.js";
import {
  type CapsInForce,
  type CapTable,
  listCaps,
  monotributoCategories,
} from "../../shared/domain/monotributo/caps.js";

/**
 * Enters the caps of the monotributo from a day on, and writes that to the audit log of every company, because they count for all. The report reads
 * them each time, so they count at once.
 */
export async function setCaps(
  db: Database,
  actor: Actor,
  table: CapTable,
): Promise<{ result: CapsInForce; changed: boolean }> {
  return db.$transaction(async (tx) => {
    // One after the other: each audit entry tells what was so before it.
    await tx.$executeRaw`LOCK TABLE monotributo_caps IN SHARE ROW EXCLUSIVE MODE`;
    const before = ofDay(listCaps(await readEnteredCaps(tx)), table.from);
    if (before && monotributoCategories.every((one) => before.amounts[one] === table.amounts[one]))
      return { result: before, changed: false };
    await saveCaps(tx, table);
    const result = ofDay(listCaps(await readEnteredCaps(tx)), table.from);
    if (!result) throw new Error(`the caps from ${table.from} were not recorded`);
    await auditEverywhere(tx, actor, {
      action: "monotributo.caps",
      resourceId: table.from,
      ...(before && { before: { amounts: before.amounts } }),
      after: { amounts: table.amounts },
    });
    return { result, changed: true };
  });
}

const ofDay = (caps: CapsInForce[], day: string): CapsInForce | undefined => caps.find(({ from }) => from === day);
