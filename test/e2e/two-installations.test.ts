import { afterAll, beforeAll, expect, test } from "vitest";
import { quickCommandLine } from "../support/processes/command-line.js";
import { type System, shortTurnWaits, startSystem } from "../support/processes/system.js";
import { addPointsOfSale, invoiceOf, posOf, post, stateOf, warmUp } from "./faults/fault-system.js";
import { endWithoutViolation } from "./ledgers.js";

const cuit = "30712345671";
let system: System;

beforeAll(async () => {
  system = await startSystem({ processes: ["api", "issuer"], env: shortTurnWaits() });
  await addPointsOfSale(system);
});
afterAll(async () => {
  await endWithoutViolation(system);
});

/** A sale to a final consumer, as the other installation makes it: 121.00 for each row, so that those of two rows are not equal. */
const saleOf = (row: number) =>
  invoiceOf(row, { items: [{ description: "Yerba mate 1 kg", quantity: row, price: 121, taxType: 5 }] });

/** The last answer of the authority was long ago. */
const beQuiet = (row: number) =>
  system.sql("UPDATE sequence SET authority_time = authority_time - interval '2 hours' WHERE pos_number = $1", [
    posOf(row),
  ]);

/** The other installation has just sold the same for the same price, and takes the number that ours would get. */
const sellElsewhere = (row: number) =>
  system.authority.issueForeign({
    ...{ cuit, pos: posOf(row), type: 6, processedAgoMs: 5_000 },
    fields: {
      ...{ ImpTotal: `${121 * row}.00`, ImpNeto: `${100 * row}.00`, ImpIVA: `${21 * row}.00` },
      Iva: [{ Id: 5, BaseImp: `${100 * row}.00`, Importe: `${21 * row}.00` }],
    },
  });

/** It is told 409, keeps its number, and waits for a person who gives it a number of its own. */
async function expectLeftToOperator(row: number, restarts: boolean): Promise<void> {
  const sale = saleOf(row);
  const { cae } = await sellElsewhere(row);
  if (restarts) {
    await system.kill("issuer");
    await system.start("issuer");
  }

  expect(await post(system, sale)).toMatchObject({ status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } });
  expect(await stateOf(system, sale)).toMatchObject({ state: "submitted", number: 2, doubt: "unconfirmed" });
  const [open] = await system.sql<{ id: number; why: string }>(
    "SELECT id::int, operator_reason AS why FROM issuance WHERE idempotency = $1",
    [sale.idempotency],
  );
  expect(open?.why).toMatch(/equals ours, but was processed before we asked for ours/);

  const { host, port } = system.redis.options;
  const run = quickCommandLine({ DATABASE_URL: system.databaseUrl, REDIS_URL: `redis://${host}:${port}` });
  const decide = (...words: string[]) => {
    const at = `issuance resolve ${open?.id} --company demo --renumber --json --because`.split(" ");
    return run(...at, "it is the other installation's", ...words);
  };
  const name = `${posOf(row)}-6-2`;
  expect((await decide()).json.error).toContain(`If it is certainly another sale's: --despite ${name}`);
  const decided = await decide("--despite", name);
  expect(decided.exitCode, JSON.stringify(decided.json)).toBe(0);
  const own = await post(system, sale);
  expect(own).toMatchObject({ status: 200, body: { result: { voucherNumber: 3 } } });
  expect(own.body.result.cae).not.toBe(cae);
}

test("a sale in a quiet shop is not given another installation's voucher of seconds before it", async () => {
  await warmUp(system, 1);
  await beQuiet(1);
  await expectLeftToOperator(1, false);
});

test("nor after the issuer was started again", async () => {
  await warmUp(system, 2);
  await beQuiet(2);
  await expectLeftToOperator(2, true);
});
