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

/** The standby has every commit, but no process can know that: a person must say that nothing is missing. */
const switchPostgres: Fault = {
  name: "promote a standby of PostgreSQL",
  touches: ["postgres"],
  async strike({ servers, pause }) {
    await servers.switchPostgres();
    await pause(2_000);
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
  switchPostgres,
  restartRedis,
  restartRedis,
  flushRedis,
  flushRedis,
];
