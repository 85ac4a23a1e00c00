import { adminCommand } from "../../../shared/config/config.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { countSircipMonths } from "../../../shared/db/sircip/watch.js";
import { argentineDay } from "../../../shared/domain/calendar.js";
import { isContradicted, listProvinces } from "../../operations/sircip-provinces.js";
import { type CheckResult, failed, passed } from "./check.js";

/** The padrón of a month is published on the 22nd of the month before. */
const publishedBy = 25;

/**
 * Checks the padrón of SIRCIP and the provinces' days, where any company is an agent: without the month's padrón an agent's sale is refused, and a
 * province whose digits say that it did not adhere is one whose day is wrong.
 */
export async function checkSircip(db: Database, nowMs: number): Promise<CheckResult[]> {
  const today = argentineDay(nowMs);
  const { hasAgents, months } = await countSircipMonths(db, today);
  if (!hasAgents) return [];
  const missing = months.filter(
    ({ isLoaded, isNext }) => !isLoaded && (!isNext || Number(today.slice(8)) >= publishedBy),
  );
  const padron =
    missing.length === 0
      ? passed(
          "SIRCIP padrón",
          months.flatMap(({ period, isLoaded }) => (isLoaded ? `${period} is loaded` : [])).join(", "),
        )
      : failed(
          "SIRCIP padrón",
          `the padrón of ${missing.map(({ period }) => period).join(" and ")} is not loaded: in that month no agent can issue with perceptions`,
          `Load it: ${adminCommand("sircip load FILE")}.`,
        );
  const wrong = (await listProvinces(db)).filter(isContradicted);
  if (wrong.length === 0) return [padron];
  const named = wrong.map(({ name, from }) => `${name} begins on ${from}`).join(", ");
  return [
    padron,
    failed(
      "SIRCIP provinces",
      `${named}, and the newest padrón says that it did not adhere`,
      `Ask the Comisión Arbitral; take the day away: ${adminCommand("sircip province STATE_ID --from never")}.`,
    ),
  ];
}
