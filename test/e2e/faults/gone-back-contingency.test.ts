import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../../../shared/sandbox/wait-for.js";
import { type CommandLine, commandLine, succeeding } from "../../support/processes/command-line.js";
import { startSystemOnOwnServers } from "../../support/processes/system.js";
import { hasPgDump } from "../../support/servers/database-dump.js";
import {
  addPointsOfSale,
  grantedAt,
  type Invoice,
  invoiceOf,
  waitForState,
  warmUp,
  withTimes,
} from "./fault-system.js";
import {
  forgetAnswers,
  historyOf,
  type OwnSystem,
  sendBatch,
  sendUntilAnswered,
  statesOf,
  untilIssued,
  untilKept,
  untilOperatorDecides,
  waysBack,
} from "./ways-back.js";

const asked = 101;
const substitute = 9;
const ofDemo = "(SELECT id FROM company WHERE code = 'demo')";

let system: OwnSystem;
let run: CommandLine;
beforeAll(async () => {
  const env = { LOCK_WAIT_MS: "3000" };
  system = await startSystemOnOwnServers({ ...withTimes({ processes: ["api", "issuer"], env }), postgres: "oldest" });
  await addPointsOfSale(system);
  const { host, port } = system.redis.options;
  run = commandLine({ DATABASE_URL: system.databaseUrl, REDIS_URL: `redis://${host}:${port}` });
  await prepare();
});
afterAll(async () => {
  await system[Symbol.asyncDispose]();
});

/** Another point of sale stands in, whose code and last number are known, and a contingency lasts. */
async function prepare(): Promise<void> {
  await warmUp(system, 99, { posNumber: asked });
  await system.sql(
    `INSERT INTO point_of_sale (company_id, production, number, authorized_by) VALUES (${ofDemo}, false, ${substitute}, 'CAEA')`,
  );
  await system.sql(
    `UPDATE point_of_sale SET contingency_pos = ${substitute} WHERE company_id = ${ofDemo} AND NOT production AND number = ${asked}`,
  );
  const isReady = async () => {
    const codes = await system.sql("SELECT FROM caea WHERE code IS NOT NULL");
    const types = await system.sql(
      `SELECT FROM sequence WHERE pos_number = ${substitute} AND voucher_type = 6 AND last_number IS NOT NULL`,
    );
    return codes.length > 0 && types.length > 0;
  };
  await waitFor(isReady, { message: "code and last number", timeoutMs: 90_000 });
  await system.sql(
    `INSERT INTO contingency (company_id, production, active_since, by_hand) VALUES (${ofDemo}, false, now(), true)
     ON CONFLICT (company_id, production) DO UPDATE SET active_since = now(), by_hand = true`,
  );
}

const sale = (): Invoice => invoiceOf(99, { posNumber: asked });
const send = (body: Invoice) => sendUntilAnswered(system, body);
const command = (...words: string[]) => succeeding(run)(...words.flatMap((word) => word.split(" ")));

/** The last number under CAEA that a customer has. */
let printed = 0;

async function expectPrinted(body: Invoice): Promise<void> {
  printed += 1;
  const result = { authorization: "CAEA", voucherNumber: printed };
  expect(await send(body)).toMatchObject({ status: 201, body: { result } });
}

/** A sale that was turned away when the copy was made, because no issuer served it. */
async function turnedAway(): Promise<Invoice> {
  const body = sale();
  await system.kill("issuer");
  expect(await send(body)).toMatchObject({ status: 429 });
  await waitForState(system, body, "cancelled");
  await system.start("issuer");
  return body;
}

const ways = (Object.keys(waysBack) as (keyof typeof waysBack)[]).filter((way) => !way.includes("dump"));
const dumps = (Object.keys(waysBack) as (keyof typeof waysBack)[]).filter((way) => way.includes("dump"));

test.each([...((await hasPgDump()) ? dumps : []), ...ways])(
  "a sale that went to a substitute gets no second voucher after %s, and commands lead it out",
  async (way) => {
    await expectPrinted(sale());
    const again = await turnedAway();
    const before = await historyOf(system);
    const grantedBefore = (await grantedAt(system, asked)).length;
    const goBack = await waysBack[way](system);

    await expectPrinted(again);
    const element = sale();
    await sendBatch(system, [element]);
    await untilIssued(system, [element]);
    await untilKept(system);
    await goBack();
    forgetAnswers(system);

    // Nobody says yet which printed vouchers are missing.
    expect(await send(again)).toMatchObject({
      status: 409,
      body: { code: "TAXAUTH_UNCONFIRMED", error: expect.stringContaining("under CAEA") },
    });
    await waitFor(async () => (await historyOf(system)) !== before, { message: "the loss to be noticed" });
    // An element stays with CAE. What it got in the lost time closes its numbering.
    await sendBatch(system, [element]);
    await untilOperatorDecides(system, [element]);
    expect([409, 429]).toContain((await send(sale())).status);
    expect(await grantedAt(system, asked)).toHaveLength(grantedBefore + 1);

    const verify = "contingency verify --company demo --env homologation --pos 9 --type 6 --yes --json";
    await command(verify, "--last", `${printed}`);
    await command(`reconcile --company demo --env homologation --pos ${asked} --import --yes --json`);
    await untilIssued(system, [element]);

    // The printed voucher may be its own, until a person says so and closes its key.
    const closed = { status: 409, body: { code: "VALIDATION_ERROR" } };
    expect(await send(again)).toMatchObject(closed);
    const [lost] = await statesOf(system, [again]);
    await command("issuance resolve", `${lost?.id}`, "--company demo --reject --bar --because printed");
    expect(await send(again)).toMatchObject(closed);
    // The first sale verifies the numbering that was asked for, and the next goes to the substitute again.
    expect((await send(sale())).body.result).not.toHaveProperty("authorization", "CAEA");
    await expectPrinted(sale());
    expect(await grantedAt(system, asked), "nothing was asked for again").toHaveLength(grantedBefore + 2);
  },
);
