import { afterAll, beforeAll, expect } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import { startSystemOnOwnServers } from "../../support/processes/system.js";
import { endWithoutViolation } from "../ledgers.js";
import { faultRow } from "./fault-row.js";
import {
  addPointsOfSale,
  expectAgreement,
  invoiceOf,
  otherPosOf,
  posOf,
  postUntilFinal,
  warmUp,
  withTimes,
} from "./fault-system.js";

let system: Awaited<ReturnType<typeof startSystemOnOwnServers>>;
beforeAll(async () => {
  system = await startSystemOnOwnServers(withTimes({ processes: ["api", "issuer", "issuer-2"] }));
  await addPointsOfSale(system);
});
afterAll(async () => {
  await endWithoutViolation(system);
});

faultRow(
  {
    row: 65,
    group: "faults",
    fault: "PostgreSQL and Redis restart under load, and Redis loses all its data",
    expected: "nothing is lost, whichever comes back first",
    check: "I1 I10",
  },
  async () => {
    await warmUp(system, 65);
    await system.authority.set({ latencyMs: 100 });
    for (const how of ["stop", "kill"] as const) {
      const bodies = Array.from({ length: 24 }, (_, index) =>
        invoiceOf(65, { posNumber: index % 2 === 0 ? posOf(65) : otherPosOf(65) }),
      );
      const before = (await system.authority.ledger()).length;
      const answers = Promise.all(bodies.map((body) => postUntilFinal(system, body)));
      await waitFor(async () => (await system.authority.ledger()).length >= before + 4, {
        message: "the first vouchers",
        intervalMs: 10,
      });
      const [startPostgres, startRedis] = await Promise.all([
        system.servers.endPostgres(how),
        system.servers.endRedis(how),
      ]);
      for (const start of how === "stop" ? [startPostgres, startRedis] : [startRedis, startPostgres]) await start();
      expect(new Set((await answers).map(({ body }) => body.ok)), how).toEqual(new Set([true]));
    }
    await expectAgreement(system, 65);
  },
);
