import { afterAll, beforeAll, expect } from "vitest";
import { describeStatuses, describeTimes, sellThroughOutage } from "../../chaos/redis/outage-run.js";
import { type OwnSystem, type RedisOutage, redisOutages } from "../../chaos/redis/outages.js";
import { percentile } from "../../chaos/redis/sales.js";
import { testOf } from "../../support/groups.js";
import { startSystemOnOwnServers } from "../../support/processes/system.js";
import { endWithoutViolation } from "../ledgers.js";
import { faultRow } from "./fault-row.js";
import { addPointsOfSale, invoiceOf, post, withTimes } from "./fault-system.js";

let system: OwnSystem;
beforeAll(async () => {
  system = await startSystemOnOwnServers(
    withTimes({
      processes: ["api", "issuer", "issuer-2"],
      env: { LOCK_WAIT_MS: "20000", REQUEST_TIMEOUT_MS: "60000" },
    }),
  );
  await addPointsOfSale(system);
  await system.authority.set({ latencyMs: 100 });
});
afterAll(async () => {
  await endWithoutViolation(system);
});

faultRow(
  {
    row: 101,
    group: "faults",
    fault: "Redis is killed, hangs, or refuses writes, while sales go on",
    expected: "slower; none is lost or doubled, and full speed soon after its return",
    check: "I1 I6 I10",
  },
  async () => {
    for (const how of Object.keys(redisOutages) as RedisOutage[]) {
      const positions = Array.from({ length: 10 }, (_, index) => 201 + index);
      const seconds = { before: 4, away: 8, after: 8 };
      const run = await sellThroughOutage(system, { how, perSecond: 10, positions, seconds });
      const told = `${how}: before ${describeTimes(run.before)}, away ${describeTimes(run.during)}, full speed after ${Math.round(run.fullSpeedAfterMs)} ms`;
      console.log(told);
      for (const sales of [run.before, run.during, run.after])
        expect(describeStatuses(sales), how).toBe(`201 ×${sales.length}`);
      // What the machine takes anyway, beside other work, is no fault of Redis.
      expect(percentile(run.during, 0.99) - percentile(run.before, 0.99), told).toBeLessThan(3_000);
      expect(run.fullSpeedAfterMs, told).toBeLessThan(5_000);
    }
  },
);

testOf("faults", "processes stop and start while Redis hangs, and sell", async () => {
  const goOn = system.servers.hangRedis();
  try {
    for (const name of ["issuer", "issuer-2", "api"] as const) {
      expect(await system.stop(name), name).toMatchObject({ code: 0 });
      await system.start(name);
    }
    expect((await post(system, invoiceOf(101))).status).toBe(201);
  } finally {
    goOn();
  }
});
