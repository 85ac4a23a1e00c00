import { countersLeft, leastLeft } from "../../../shared/db/pool/counters.js";
import type { Statements } from "../../../shared/db/pool/database.js";
import { type CheckResult, failed, passed } from "./check.js";

/** Whether enough is left of every counter of ids: where one ends, nothing more is recorded. */
export async function checkCounters(db: Statements): Promise<CheckResult> {
  const name = "counters";
  const low = (await countersLeft(db)).filter(({ left }) => left < leastLeft);
  if (low.length === 0) return passed(name, "at least a tenth is left of every counter of ids");
  const told = low.map(({ counter, left }) => `${(left * 100).toFixed(1)} % of ${counter}`);
  return failed(
    name,
    `only ${told.join(", ")} is left`,
    "Find out what draws so many ids, and upgrade to a version that has the column as bigint before the counter ends.",
  );
}
