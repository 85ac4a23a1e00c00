import type { Fault } from "./fault.js";
import type { Victim } from "./targets.js";

const restartPostgres: Fault = {
  name: "restart PostgreSQL",
  touches: ["postgres"],
  async strike({ servers, random, pause }) {
    const start = await servers.endPostgres(random.pick(["stop", "kill"]));
    await pause(random.integer(0, 3_000));
    await start();
  },
};

const restartRedis: Fault = {
  name: "restart Redis with nothing left",
  touches: ["redis"],
  async strike({ servers, random, pause }) {
    const start = await servers.endRedis(random.pick(["stop", "kill"]));
    await pause(random.integer(0, 4_000));
    await start();
  },
};

const flushRedis: Fault = {
  name: "FLUSHALL",
  touches: ["redis"],
  async strike({ system, pause }) {
    await system.redis.flushall();
    await pause(500);
  },
};

export const serverFaults = (_victim: Victim): Fault[] => [
  restartPostgres,
  restartPostgres,
  restartRedis,
  restartRedis,
  flushRedis,
  flushRedis,
];
