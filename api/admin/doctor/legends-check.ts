import type { Company } from "../../../shared/db/company/companies.js";
import { listPointsOfSale } from "../../../shared/db/company/points-of-sale.js";
import { readRuleMoves } from "../../../shared/db/fragments/dated-rules.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { addDays, argentineDay } from "../../../shared/domain/calendar.js";
import { isInForce, ruleStart } from "../../../shared/domain/dated-rules.js";
import type { Legend } from "../../../shared/domain/legends.js";
import { type CheckResult, passed } from "./check.js";

/** The city of Buenos Aires. */
const capital = 0;
/** So long before the day somebody should give the legend. */
const warnDays = 30;

const isForConsumers = ({ on }: Legend) => on === "all" || on === "final-consumers";

/**
 * Whether a company of the city of Buenos Aires has a legend for final consumers, once one is asked for. Who has none may be of the
 * simplified regime, which is left out, so it is no fault. Undefined for all others. Source: issuer/authority/README.md, section 16.1.
 */
export async function checkLegends(db: Database, company: Company, nowMs: number): Promise<CheckResult | undefined> {
  const moves = await readRuleMoves(db);
  const today = argentineDay(nowMs);
  if (company.stateId !== capital || !isInForce("caba-legend", addDays(today, warnDays), moves)) return undefined;
  const points = await listPointsOfSale(db, { companyId: company.id, production: true });
  const has = [...company.legends, ...points.flatMap(({ legends }) => legends)].some(isForConsumers);
  const from = ruleStart("caba-legend", moves);
  return passed(
    "legends",
    has
      ? "vouchers to final consumers have one"
      : `from ${from} on the city of Buenos Aires asks for ALÍCUOTA ISIB CABA XX,XX% on vouchers to final consumers, but of its simplified regime, and there is none: legends of PATCH /fiscal-data`,
  );
}
