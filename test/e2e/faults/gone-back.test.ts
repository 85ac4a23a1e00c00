import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../../../shared/sandbox/wait-for.js";
import { fromGroup } from "../../support/groups.js";
import { type CommandLine, commandLine, succeeding } from "../../support/processes/command-line.js";
import { startSystemOnOwnServers } from "../../support/processes/system.js";
import { copyByTemplate, dumpDatabase, hasPgDump, type Loading } from "../../support/servers/database-dump.js";
import { faultRow } from "./fault-row.js";
import { addPointsOfSale, grantedAt, type Invoice, invoiceOf, post, warmUp, withTimes } from "./fault-system.js";

const pdfs = mkdtempSync(path.join(tmpdir(), "talonario-pdfs-"));
let system: Awaited<ReturnType<typeof startSystemOnOwnServers>>;
let run: CommandLine;
beforeAll(async () => {
  // The oldest, because the programs of the system dump no newer server than they are.
  const env = { PDF_STORAGE_URL: `file:${pdfs}` };
  system = await startSystemOnOwnServers({ ...withTimes({ processes: ["api", "issuer"], env }), postgres: "oldest" });
  await addPointsOfSale(system);
  const { host, port } = system.redis.options;
  run = commandLine({ DATABASE_URL: system.databaseUrl, REDIS_URL: `redis://${host}:${port}` });
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

/** What a client does that was answered nothing, or a 500 while the database was away. */
async function send(body: Invoice): ReturnType<typeof post> {
  for (;;) {
    const answer = await post(system, body).catch(() => undefined);
    if (answer && answer.status !== 500) return answer;
  }
}

const sendBatch = async (invoices: Invoice[]): Promise<number> => {
  const { body } = await system.request<{ id: number }>("/batches", { method: "POST", body: { invoices } });
  return body.result.id;
};

const states = async (bodies: Invoice[]) =>
  (
    await system.sql<{ state: string; why: string | null }>(
      "SELECT state::text, why FROM issuance WHERE idempotency = ANY($1) ORDER BY number",
      [bodies.map(({ idempotency }) => idempotency)],
    )
  ).map(({ state, why }) => ({ state, why }));

/** What was issued after the copy was made: the clients know it, and the copy does not. */
async function issueSince({ open, own, shared, batched }: Places) {
  const sales = [open, own, shared].map(saleAt);
  for (const sale of sales)
    expect(await send(sale)).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
  const elements = [saleAt(batched), saleAt(batched)];
  await sendBatch(elements);
  await waitFor(async () => (await states(elements)).every(({ state }) => state === "approved"), {
    message: "the batch",
  });
  return { sales, elements, lastId: await lastVoucherId() };
}

const lastVoucherId = async () => (await system.sql<{ id: number }>("SELECT max(id) AS id FROM voucher"))[0]?.id ?? 0;

const history = async () => (await system.sql("SELECT database_timeline() AS history"))[0]?.history;

/** Expects that the keys are sent again and get no second voucher, that nothing is numbered over, and that ids go on. */
async function expectNoticed(places: Places, { sales, elements, lastId }: Awaited<ReturnType<typeof issueSince>>) {
  const unconfirmed = { status: 409, body: { code: "TAXAUTH_UNCONFIRMED" } };
  for (const sale of sales) expect(await send(sale), `${sale.posNumber}`).toMatchObject(unconfirmed);
  // What was recorded before an issuer noticed is told the same. Then the next in line is the operator's.
  for (const sale of sales) expect([409, 429]).toContain((await send(saleAt(Number(sale.posNumber)))).status);
  await sendBatch(elements);
  await waitFor(async () => (await states(elements)).some(({ why }) => why?.includes("lost its last commits")), {
    message: "the element that an operator decides",
  });
  expect(await send(saleAt(places.unharmed))).toMatchObject({ status: 201, body: { result: { voucherNumber: 2 } } });
  expect(await lastVoucherId()).toBeGreaterThan(lastId + 100_000);
  for (const pos of [places.open, places.own, places.shared]) expect(await grantedAt(system, pos)).toHaveLength(2);
  expect(await grantedAt(system, places.batched)).toHaveLength(3);
}

/** Answers from what was lost are not compared with the ledgers. */
const forgetAnswers = () => {
  for (const exchange of system.told) delete exchange.answer;
};

async function goBackBy(makeCopy: () => Promise<() => Promise<void>>): Promise<void> {
  const places = await openPlaces();
  const before = await history();
  const goBack = await makeCopy();
  const since = await issueSince(places);
  await untilKept();
  await goBack();
  forgetAnswers();
  await expectNoticed(places, since);
  expect(await history()).not.toBe(before);
}

/** What the issuers keep outside is a second old. */
async function untilKept(): Promise<void> {
  const [now] = await system.sql<{ place: string; position: string }>(
    "SELECT database_place() AS place, pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text AS position",
  );
  const isKept = async () => {
    const kept = await system.redis.get(`talonario:database:${now?.place}`);
    return kept !== null && BigInt(JSON.parse(kept).position) >= BigInt(now?.position ?? 0);
  };
  await waitFor(isKept, { message: "the position to be kept" });
}

const dumpAnd = (how: Loading) => async () => {
  const load = await dumpDatabase(system.databaseUrl);
  return () => load(how);
};

if (await hasPgDump())
  faultRow(
    {
      row: 99,
      fault: "a dump is loaded over the database or in its place, processes left running, and lost keys are sent again",
      expected: "noticed at the next taking: 409 or the operator at open, own and shared points of sale, and ids go on",
      check: "I1 I2 I21",
    },
    async () => {
      const ways = fromGroup("faults", ["anew", "clean", "data"] as const, (how) => how === "clean");
      for (const how of ways) await goBackBy(dumpAnd(how));
    },
  );
else test.skip("99: pg_dump is not installed", () => undefined);

const keptInRedis = async () => system.redis.keys("talonario:database:*");

faultRow(
  {
    row: 100,
    group: "faults",
    fault: "a folder of the database is copied back, with and without recovery; a copy by template takes its place",
    expected: "the same; and where nothing outside shows it, once a person says so",
    check: "I1 I2 I21",
  },
  async () => {
    await goBackBy(() => copyByTemplate(system.databaseUrl));
    for (const how of ["as it is", "recovered"] as const)
      await goBackBy(async () => {
        const putBack = await system.servers.copyFolder();
        return () => putBack(how);
      });

    // Redis alone still knows, and then the folder of the PDFs alone. The issuer that ran is gone, too.
    for (const lost of ["folder", "Redis"] as const)
      await goBackBy(async () => {
        const putBack = await system.servers.copyFolder();
        return async () => {
          await system.kill("issuer");
          await putBack("as it is");
          await loseWitness(lost);
          await system.start("issuer");
        };
      });

    // Nobody knows: a person says so before an issuer runs.
    await goBackBy(async () => {
      const putBack = await system.servers.copyFolder();
      return async () => {
        await system.kill("issuer");
        await putBack("as it is");
        for (const lost of ["folder", "Redis"] as const) await loseWitness(lost);
        const known = await history();
        const { database } = await succeeding(run)("database", "restored", "--because", "the disk was replaced");
        expect(database.history).not.toBe(known);
        await system.start("issuer");
      };
    });
    const actions = "SELECT count(*)::int AS count FROM audit_entry WHERE action = 'database.restored'";
    const companies = "SELECT count(*)::int AS count FROM company";
    expect(await system.sql(actions)).toEqual(await system.sql(companies));
  },
);

async function loseWitness(lost: "folder" | "Redis"): Promise<void> {
  if (lost === "folder") rmSync(path.join(pdfs, "database"), { recursive: true });
  else expect(await system.redis.del(await keptInRedis())).toBeGreaterThan(0);
}
