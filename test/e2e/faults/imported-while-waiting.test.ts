import { afterAll, beforeAll, expect } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import { testOf } from "../../support/groups.js";
import { type CommandLine, commandLine, succeeding } from "../../support/processes/command-line.js";
import { startSystemOnOwnServers } from "../../support/processes/system.js";
import { identified } from "../../support/samples/invoice.js";
import { addPointsOfSale, grantedAt, type Invoice, invoiceOf, stateOf, warmUp, withTimes } from "./fault-system.js";
import { forgetAnswers, type OwnSystem, sendBatch, sendUntilAnswered, untilIssued, waysBack } from "./ways-back.js";

let system: OwnSystem;
let run: CommandLine;
beforeAll(async () => {
  system = await startSystemOnOwnServers(withTimes({ processes: ["api", "issuer"] }));
  await addPointsOfSale(system);
  const { host, port } = system.redis.options;
  run = commandLine({ DATABASE_URL: system.databaseUrl, REDIS_URL: `redis://${host}:${port}` });
});
afterAll(async () => {
  await system[Symbol.asyncDispose]();
});

const posNumber = 101;
const saleAt = (): Invoice => invoiceOf(99, { posNumber, customer: identified });

testOf(
  "faults",
  "forgotten sales that stand in line while their vouchers are imported get no second ones",
  async () => {
    await warmUp(system, 99, { posNumber });
    const goBack = await waysBack["a copy by template"](system);
    const sales = [saleAt(), saleAt(), saleAt()];
    for (const sale of sales) expect(await sendUntilAnswered(system, sale)).toMatchObject({ status: 201 });
    await goBack();
    forgetAnswers(system);

    // The first is held under the first forgotten number. The others come again as elements, which wait in line for as long as it takes.
    const [first, ...others] = sales as [Invoice, ...Invoice[]];
    const isHeld = async () => {
      await sendUntilAnswered(system, first);
      return (await stateOf(system, first))?.state === "submitted";
    };
    await waitFor(isHeld, { message: "the sale that an operator decides about" });
    await sendBatch(system, others);
    for (const sale of others)
      await waitFor(async () => (await stateOf(system, sale))?.state === "queued", {
        message: "the sale to be in line",
      });

    const reconcile =
      "reconcile --company demo --env homologation --pos 101 --type 6 --import --yes --because restored";
    // Whom the sweep tells in that moment that no turn comes is bound by the next one.
    const isDone = () => succeeding(run)(...reconcile.split(" ")).then(Boolean, () => false);
    await waitFor(isDone, { message: "each of the sales to be bound" });
    await untilIssued(system, sales);
    for (const [at, sale] of sales.entries())
      expect(await sendUntilAnswered(system, sale)).toMatchObject({ body: { result: { voucherNumber: at + 2 } } });
    expect(await sendUntilAnswered(system, saleAt())).toMatchObject({
      status: 201,
      body: { result: { voucherNumber: 5 } },
    });
    expect(await grantedAt(system, posNumber)).toHaveLength(5);
  },
);
