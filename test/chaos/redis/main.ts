import { parseArgs } from "node:util";
import { startSystemOnOwnServers } from "../../support/processes/system.js";
import { readLedgers } from "../../support/readers/three-ledgers.js";
import { findViolations } from "../../support/readers/violations.js";
import { describeStatuses, describeTimes, sellThroughOutage } from "./outage-run.js";
import { type RedisOutage, redisOutages } from "./outages.js";

/** `npm run chaos -- --redis [--seconds 60]`. Gives the exit code: 1 when the ledgers differ. */
export async function runRedisChaos(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { redis: { type: "boolean" }, seconds: { type: "string" } } });
  const away = Number(values.seconds ?? 60);
  let exitCode = 0;
  for (const how of Object.keys(redisOutages) as RedisOutage[]) {
    for (const perSecond of [2, 20]) {
      await using system = await startSystemOnOwnServers({ processes: ["api", "issuer", "issuer-2"] });
      await system.sql(`
        INSERT INTO point_of_sale (company_id, production, number, name)
        SELECT id, false, number, 'Steady' FROM company, generate_series(101, 120) number WHERE code = 'demo'`);
      await system.authority.set({ latencyMs: 200 });
      const positions = Array.from({ length: 20 }, (_, index) => 101 + index);
      const seconds = { before: 15, away, after: 15 };
      const run = await sellThroughOutage(system, { how, perSecond, positions, seconds });
      const violations = findViolations(await readLedgers(system));
      if (violations.length > 0) exitCode = 1;
      console.log(
        `${how}, ${perSecond}/s: before ${describeTimes(run.before)} · away ${describeStatuses(run.during)}, ${describeTimes(run.during)} · ` +
          `after ${describeStatuses(run.after)}, ${describeTimes(run.after)} · full speed after ${(run.fullSpeedAfterMs / 1_000).toFixed(1)} s · ` +
          `${violations.length} violations`,
      );
      for (const violation of violations.slice(0, 10)) console.log(violation);
    }
  }
  return exitCode;
}
