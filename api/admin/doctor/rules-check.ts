import { readRuleMoves } from "../../../shared/db/fragments/dated-rules.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { addDays, argentineDay } from "../../../shared/domain/calendar.js";
import { datedRules, ruleNames, ruleStart } from "../../../shared/domain/dated-rules.js";
import { type CheckResult, passed } from "./check.js";

/** So long before its first day a rule is told. */
const soonDays = 60;
/** And so long afterwards. */
const recentDays = 30;

/** Check of legal rules that began lately, or are about to. Never a fault: the day comes by itself. */
export async function checkRules(db: Database, nowMs: number): Promise<CheckResult> {
  const today = argentineDay(nowMs);
  const moves = await readRuleMoves(db);
  const told = ruleNames.flatMap((name) => {
    const from = ruleStart(name, moves);
    const isNear = from && from <= addDays(today, soonDays) && from >= addDays(today, -recentDays);
    return isNear ? { name, from } : [];
  });
  const moved = ruleNames.filter((name) => moves[name] !== undefined);
  const parts = [
    ...told
      .toSorted((one, other) => one.from.localeCompare(other.from))
      .map(({ name, from }) => `${from <= today ? "since" : "from"} ${from} ${name} (${datedRules[name].what})`),
    ...(moved.length > 0 ? [`moved by an operator: ${moved.join(", ")}`] : []),
  ];
  return passed("dated rules", parts.length > 0 ? parts.join("; ") : "none begins soon");
}
