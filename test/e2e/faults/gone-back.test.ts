import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import { fromGroup } from "../../support/groups.js";
import { type CommandLine, commandLine, succeeding } from "../../support/processes/command-line.js";
import { startSystemOnOwnServers } from "../../support/processes/system.js";
import { hasPgDump } from "../../support/servers/database-dump.js";
import { faultRow } from "./fault-row.js";
import { addPointsOfSale, grantedAt, type Invoice, invoiceOf, warmUp, withTimes } from "./fault-system.js";
import {
  forgetAnswers,
  historyOf,
  type OwnSystem,
  sendBatch,
  sendUntilAnswered,
  untilIssued,
  untilKept,
  untilOperatorDecides,
  waysBack,
} from "./ways-back.js";

const pdfs = mkdtempSync(path.join(tmpdir(), "talonario-pdfs-"));
let system: OwnSystem;
let run: CommandLine;
beforeAll(async () => {
  // The oldest, because the programs of the system dump no newer server than they are.
  const env = { PDF_STORAGE_URL: `file:${pdfs}` };
  system = await startSystemOnOwnServers({ ...withTimes({ processes: ["api", "issuer"], env }), postgres: "oldest" });
  await addPointsOfSale(system);
  const { host, port } = system.redis.options;
  run = commandLine({ DATABASE_URL: system.databaseUrl, REDIS_URL: `redis://${host}:${port}`, ...env });
});
afterAll(async () => {
  await system[Symbol.asyncDispose]();
  rmSync(pdfs, { recursive: true, force: true });
});

/** The points of sale of one way back. */
interface Places {
  open: number;
  own: number;
  shared: number;
  /** Elements of a batch. */
  batched: number;
  /** Nothing is issued there that the copy lacks. */
  unharmed: number;
}

let lastPlace = 100;
const newPlace = () => ++lastPlace;

async function openPlaces(): Promise<Places> {
  const places = { open: 0, own: 0, shared: 0, batched: 0, unharmed: 0 };
  for (const name of Object.keys(places) as (keyof Places)[]) {
    places[name] = newPlace();
    await warmUp(system, 99, { posNumber: places[name] });
  }
  await system.sql("UPDATE point_of_sale SET exclusive = true WHERE number = $1 AND NOT production", [places.own]);
  await system.sql("UPDATE sequence SET shared = true WHERE pos_number = $1 AND NOT production", [places.shared]);
  return places;
}

const saleAt = (posNumber: number): Invoice => invoiceOf(99, { posNumber });
const send = (body: Invoice) => sendUntilAnswered(system, body);

/** What was issued after the copy was made: the clients know it, and the copy does not. */
async function issueSince({ open, own, shared, batched }: Places) {
  const sales = [open, own, shared].map(saleAt);
  for (const sale of sales)
    expect(await send(sale)).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
  const elements = [saleAt(batched), saleAt(batched)];
  await sendBatch(system, elements);
  await untilIssued(system, elements);
  return { sales, elements, lastId: await lastVoucherId() };
}

const lastVoucherId = async () => (await system.sql<{ id: number }>("SELECT max(id) AS id FROM voucher"))[0]?.id ?? 0;

/** Expects that the keys are sent again and get no second voucher, that nothing is numbered over, and that ids go on. */
async function expectNoticed(places: Places, { sales, elements, lastId }: Awaited<ReturnType<typeof issueSince>>) {
  const unconfirmed = { status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } };
  for (const sale of sales) expect(await send(sale), `${sale.posNumber}`).toMatchObject(unconfirmed);
  // What was recorded before an issuer noticed is told the same. Then the next in line is the operator's.
  for (const sale of sales) expect([409, 429]).toContain((await send(saleAt(Number(sale.posNumber)))).status);
  await sendBatch(system, elements);
  await untilOperatorDecides(system, elements);
  expect(await send(saleAt(places.unharmed))).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
  expect(await lastVoucherId()).toBeGreaterThan(lastId + 100_000);
  for (const pos of [places.open, places.own, places.shared]) expect(await grantedAt(system, pos)).toHaveLength(2);
  expect(await grantedAt(system, places.batched)).toHaveLength(3);
}

async function goBackBy(makeCopy: (of: OwnSystem) => Promise<() => Promise<void>>): Promise<void> {
  const places = await openPlaces();
  const before = await historyOf(system);
  const goBack = await makeCopy(system);
  const since = await issueSince(places);
  await untilKept(system);
  await goBack();
  forgetAnswers(system);
  await expectNoticed(places, since);
  expect(await historyOf(system)).not.toBe(before);
}

if (await hasPgDump())
  faultRow(
    {
      row: 99,
      fault: "a dump is loaded over the database or in its place, processes left running, and lost keys are sent again",
      expected: "noticed at the next taking: 409 or the operator at open, own and shared points of sale, and ids go on",
      check: "I1 I2 I21",
    },
    async () => {
      const dumps = ["a dump in its place", "a dump over it", "the rows of a dump"] as const;
      for (const how of fromGroup("faults", dumps, (one) => one === "a dump over it")) await goBackBy(waysBack[how]);
      await goBackBy(async () => {
        const load = await waysBack["a dump in its place"](system);
        return async () => {
          await load();
          await system.redis.flushall();
        };
      });
    },
  );
else test.skip("99: pg_dump is not installed", () => undefined);

const keptInRedis = async () => system.redis.keys("talonario:watermark:*");

faultRow(
  {
    row: 100,
    group: "faults",
    fault: "a folder of the database is copied back, with and without recovery; a copy by template takes its place",
    expected: "the same; and where nothing outside shows it, once a person says so",
    check: "I1 I2 I21",
  },
  async () => {
    for (const how of ["a copy by template", "its folder, as it is", "its folder, recovered"] as const)
      await goBackBy(waysBack[how]);

    // Redis alone still knows, and then the folder of the PDFs alone. What ran is gone, too.
    for (const lost of ["folder", "Redis"] as const)
      await goBackBy(async () => {
        const putBack = await waysBack["its folder, as it is"](system);
        return async () => {
          for (const name of ["issuer", "api"] as const) await system.kill(name);
          await putBack();
          await loseWitness(lost);
          for (const name of ["issuer", "api"] as const) await system.start(name);
          // The second within an hour by what lies outside alone: nothing is numbered before a person has looked.
          if (lost === "Redis") await sayThatItWentBack();
        };
      });

    // Nobody knows: a person says so before anything runs on it.
    await goBackBy(async () => {
      const putBack = await waysBack["its folder, as it is"](system);
      return async () => {
        for (const name of ["issuer", "api"] as const) await system.kill(name);
        await putBack();
        for (const lost of ["folder", "Redis"] as const) await loseWitness(lost);
        const known = await historyOf(system);
        const { database } = await succeeding(run)("database", "restored", "--because", "the disk was replaced");
        expect(database.history).not.toBe(known);
        for (const name of ["issuer", "api"] as const) await system.start(name);
      };
    });
    const actions = "SELECT count(*)::int AS count FROM audit_entry WHERE action = 'database.restored'";
    const companies = "SELECT 2 * count(*)::int AS count FROM company";
    expect(await system.sql(actions), "twice a person said so").toEqual(await system.sql(companies));
  },
);

async function sayThatItWentBack(): Promise<void> {
  const look = () => succeeding(run)("database", "watermark");
  await waitFor(async () => (await look()).waiting !== null, { message: "the issuer to ask an operator" });
  const { watermarks } = await look();
  expect(watermarks).toContainEqual(
    expect.objectContaining({ where: "the storage of the PDFs", verified: true, verdict: "ahead" }),
  );
  const known = await historyOf(system);
  const { database } = await succeeding(run)(
    "database",
    "watermark",
    "--renew",
    "--because",
    "its folder was put back",
  );
  expect(database.history).not.toBe(known);
  expect(await look()).toMatchObject({ waiting: null });
}

async function loseWitness(lost: "folder" | "Redis"): Promise<void> {
  if (lost === "folder") rmSync(path.join(pdfs, "database"), { recursive: true });
  else expect(await system.redis.del(await keptInRedis())).toBeGreaterThan(0);
}
