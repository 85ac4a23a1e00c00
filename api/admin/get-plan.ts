import { listPlans, type PricedPlan } from "../../shared/db/payments/plans.js";
import type { CommandContext } from "./perform.js";
import { WrongValue } from "./read-option.js";

/** @throws WrongValue where there is none, and of a retired one unless it may be */
export async function getPlan(
  { db }: Pick<CommandContext, "db">,
  code: string,
  mayBeRetired = false,
): Promise<PricedPlan> {
  const [plan] = await listPlans(db, code);
  if (!plan) throw new WrongValue(`There is no plan ${code}.`);
  if (plan.retired && !mayBeRetired) throw new WrongValue(`The plan ${code} is retired.`);
  return plan;
}
