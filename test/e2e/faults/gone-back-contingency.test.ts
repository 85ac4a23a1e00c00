import { expect, test } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import { fromGroup } from "../../support/groups.js";
import { commandLineInside, succeeding } from "../../support/processes/command-line.js";
import { shortTurnWaits, startSystemOnOwnServers } from "../../support/processes/system.js";
import { identified } from "../../support/samples/invoice.js";
import { hasPgDump } from "../../support/servers/database-dump.js";
import { askForCode } from "../stand-in.js";
import {
  addPointsOfSale,
  grantedAt,
  type Invoice,
  invoiceOf,
  post,
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

/** Each way back has its own: none goes on from another. */
async function openSystem(): Promise<OwnSystem> {
  const options = withTimes({ processes: ["api", "issuer"], env: shortTurnWaits() });
  const system = await startSystemOnOwnServers({ ...options, postgres: "oldest" });
  await addPointsOfSale(system);
  return system;
}

function openShop(system: OwnSystem) {
  const { host, port } = system.redis.options;
  const run = commandLineInside({ DATABASE_URL: system.databaseUrl, REDIS_URL: `redis://${host}:${port}` });
  const command = (...words: string[]) => succeeding(run)(...words.flatMap((word) => word.split(" ")));
  const send = (body: Invoice) => sendUntilAnswered(system, body);

  /** The last number under CAEA that a customer has. */
  let printed = 0;
  async function expectPrinted(body: Invoice): Promise<void> {
    printed += 1;
    const result = { authorization: "CAEA", voucherNumber: printed };
    expect(await send(body)).toMatchObject({ status: 201, body: { result } });
  }
  return { command, send, expectPrinted, lastPrinted: () => printed };
}

/** Another point of sale stands in, whose code and last number are there, as an issuer gets them, and a contingency lasts. */
async function beginContingency(system: OwnSystem): Promise<void> {
  await warmUp(system, 99, { posNumber: asked });
  const { period, fortnight, validFrom, validTo, code } = await askForCode(system);
  await system.sql(
    `INSERT INTO caea (company_id, production, period, fortnight, code, valid_from, valid_to, report_by)
     VALUES (${ofDemo}, false, $1, $2, $3, $4, $5, $5)`,
    [period, fortnight, code, validFrom, validTo],
  );
  await system.sql(
    `INSERT INTO sequence (company_id, production, pos_number, voucher_type, last_number, incarnation)
     VALUES (${ofDemo}, false, ${substitute}, 6, 0, current_incarnation())`,
  );
  await system.sql(
    `INSERT INTO point_of_sale (company_id, production, number, authorized_by) VALUES (${ofDemo}, false, ${substitute}, 'CAEA')`,
  );
  await system.sql(
    `UPDATE point_of_sale SET contingency_pos = ${substitute} WHERE company_id = ${ofDemo} AND NOT production AND number = ${asked}`,
  );
  await system.sql(
    `INSERT INTO contingency (company_id, production, active_since, is_manual) VALUES (${ofDemo}, false, now(), true)
     ON CONFLICT (company_id, production) DO UPDATE SET active_since = now(), is_manual = true`,
  );
}

const sale = (): Invoice => invoiceOf(99, { posNumber: asked, customer: identified });

/** A sale that was turned away when the copy was made, because no issuer served it. */
async function turnedAway(system: OwnSystem): Promise<Invoice> {
  const body = sale();
  await system.kill("issuer");
  expect(await post(system, body)).toMatchObject({ status: 429 });
  await waitForState(system, body, "cancelled");
  await system.start("issuer");
  return body;
}

const ways = (Object.keys(waysBack) as (keyof typeof waysBack)[]).filter((way) => !way.includes("dump"));
const dumps = (Object.keys(waysBack) as (keyof typeof waysBack)[]).filter((way) => way.includes("dump"));
const tried = [...((await hasPgDump()) ? dumps : []), ...ways];

test.each(fromGroup("faults", tried, (way) => way === "a dump over it" || way === "its folder, as it is"))(
  "a sale that went to a substitute gets no second voucher after %s, and commands lead it out",
  async (way) => {
    await using system = await openSystem();
    const { command, send, expectPrinted, lastPrinted } = openShop(system);
    await beginContingency(system);
    await expectPrinted(sale());
    const again = await turnedAway(system);
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
    // What is recorded before is never sent. 0 is no history: the loss shows, and nobody has noted it.
    const isNoted = async () => ![before, 0].includes(await historyOf(system));
    await waitFor(isNoted, { message: "the loss to be noticed" });
    // An element stays with CAE. What it got in the lost time closes its numbering.
    await sendBatch(system, [element]);
    await untilOperatorDecides(system, [element]);
    expect([409, 429]).toContain((await send(sale())).status);
    expect(await grantedAt(system, asked)).toHaveLength(grantedBefore + 1);

    const verify = "contingency verify --company demo --env homologation --pos 9 --type 6 --yes --json";
    await command(verify, "--last", `${lastPrinted()}`);
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
