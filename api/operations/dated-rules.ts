import { type Actor, auditEverywhere } from "../../shared/db/company/audit-entries.js";
import { moveRule, readRuleMoves } from "../../shared/db/fragments/dated-rules.js";
import type { Database } from "../../shared/db/pool/database.js";
import {
  datedRules,
  type RuleMoves,
  type RuleName,
  ruleEnd,
  ruleNames,
  ruleStart,
} from "../../shared/domain/dated-rules.js";

/** A rule as it holds now. Days are `YYYY-MM-DD`, the last one included. */
export interface RuleView {
  name: string;
  /** Null: since ever, or, when it was moved there, never. */
  from: string | null;
  until: string | null;
  /** Whether an operator moved it. */
  moved: boolean;
  what: string;
  source: string;
  checkedOn: string;
}

const toView = (name: RuleName, moves: RuleMoves): RuleView => ({
  name,
  from: ruleStart(name, moves) ?? null,
  until: ruleEnd(name, moves),
  moved: moves[name] !== undefined,
  what: datedRules[name].what,
  source: datedRules[name].source,
  checkedOn: datedRules[name].checkedOn,
});

export async function listRules(db: Database): Promise<RuleView[]> {
  const moves = await readRuleMoves(db);
  return ruleNames.map((name) => toView(name, moves));
}

/**
 * Moves the first day of a rule for all companies, and writes that to the audit log of each. The processes read it with what they
 * read anyway, so it counts at once.
 * @param from `YYYY-MM-DD`; null: never
 */
export async function setRule(
  db: Database,
  actor: Actor,
  name: RuleName,
  from: string | null,
): Promise<{ result: RuleView; changed: boolean }> {
  return db.$transaction(async (tx) => {
    // One after the other: each audit entry tells what was so before it.
    await tx.$executeRaw`LOCK TABLE rule_date_override IN SHARE ROW EXCLUSIVE MODE`;
    const before = await readRuleMoves(tx);
    const moves = { ...before, [name]: from };
    const result = toView(name, moves);
    if (before[name] === from) return { result, changed: false };
    await moveRule(tx, name, from);
    await auditEverywhere(tx, actor, {
      action: "rule.set",
      resourceId: name,
      before: { from: ruleStart(name, before) ?? null },
      after: { from },
    });
    return { result, changed: true };
  });
}
