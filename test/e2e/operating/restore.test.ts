import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { Decimal } from "decimal.js";
import { expect, test } from "vitest";
import { programFile, projectFolder } from "../../../shared/assets/assets.js";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { startRedis } from "../../sandbox/servers/embedded-redis.js";
import { installedPostgres } from "../../sandbox/servers/postgres-binaries.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { testOf } from "../../support/groups.js";
import { type CommandLine, commandLine, succeeding } from "../../support/processes/command-line.js";
import { openSystem, type System } from "../../support/processes/open-system.js";
import { identified, today } from "../../support/samples/invoice.js";
import { createTestRoles } from "../../support/servers/process-roles.js";
import { type Invoice, invoiceOf, post, postUntilFinal, withTimes } from "../faults/fault-system.js";
import { type OwnSystem, sendUntilAnswered } from "../faults/ways-back.js";
import { expectListedAsGranted } from "../ledgers.js";
import { startClock } from "./clock.js";
import { type OperatedPostgres, startOperatedPostgres } from "./operated-postgres.js";
import { openPage, type Page } from "./page.js";

/** Points of sale, each with what is sold there after the moment to which the database goes back. */
const places = { open: 101, own: 102, shared: 103, busy: 104, unharmed: 105 } as const;
const harmed = [places.open, places.own, places.shared, places.busy];

const saleAt = (posNumber: number) => invoiceOf(0, { posNumber, customer: identified });

interface Sold {
  body: Invoice;
  number: number;
}

const name = "a restore to a moment is noticed, the documented commands lead out of it, and the sums agree";
if (installedPostgres() === undefined) test.skip(`${name}: PostgreSQL is not installed`, () => undefined);
else testOf("operating", name, drill);

async function drill(): Promise<void> {
  const clock = startClock("Backup, loss, restore");
  const postgres = await startOperatedPostgres();
  const page = openPage("shared/deploy/backup.md", postgres.env);
  const redis = await startRedis();
  await migrate(postgres.url);
  await createTestRoles(postgres.url);
  const close = async () => {
    await redis.stop();
    await postgres.close();
  };
  const options = withTimes({ processes: ["api", "issuer"], env: { LOCK_WAIT_MS: "5000" } });
  await using system = await openSystem({ databaseUrl: postgres.url, redis, close }, options);
  await addPlaces(system);
  await system.sql("UPDATE point_of_sale SET exclusive = true WHERE number = $1", [places.own]);

  await page.run("keep the log");
  await postgres.stop();
  await postgres.start();
  for (const pos of Object.values(places)) await sell(system, pos, 4);
  const during = Promise.all(Object.values(places).map((pos) => sell(system, pos, 10)));
  await clock.step("base backup, under load", () => page.run("base backup"));
  await during;
  await page.run("throw old ones away");
  const kept = (await Promise.all(harmed.map((pos) => sell(system, pos, 2)))).flat();
  await system.sql("UPDATE sequence SET shared = true WHERE pos_number = $1", [places.shared]);

  const moment = await momentOf(system);
  const lost = (await Promise.all(harmed.map((pos) => sell(system, pos, pos === places.busy ? 8 : 3)))).flat();
  await untilCopied(system, postgres);
  await page.run("look at the backup");
  const printed = await clock.step("dump, too", () => page.run("dump"));
  expect(printed).toBe("");

  for (const process of ["api", "issuer"] as const) await system.kill(process);
  await postgres.kill();
  await system.redis.flushall();
  await clock.step("restore: folder in its place", () => page.run("restore", { MOMENT: moment }));
  await clock.step("PostgreSQL recovers", async () => {
    await postgres.start();
    await page.run("after the restore");
  });
  await clock.step("migrate", () => migrateAgain(postgres));
  await clock.step("issuer and API start", async () => {
    await system.start("issuer");
    await system.start("api");
  });

  // Its clients send again what they know no answer of: here everything, and new sales besides.
  const fresh = harmed.map(saleAt);
  const answers = await clock.step("clients send again", () => sendAgain(system, [...lost, ...fresh.map(toSale)]));
  expect(answers.filter(({ status }) => status !== 409 && status !== 429)).toEqual([]);
  const logged = readFileSync(system.logFile("issuer"), "utf8");
  expect(logged).toContain("the database lost its last commits");
  expect(await post(system, saleAt(places.unharmed))).toMatchObject({
    status: 201,
    body: { result: { voucherNumber: 15 } },
  });

  const run = commandLine({ DATABASE_URL: postgres.url, REDIS_URL: redis.url });
  const steps = await clock.step("the operator's commands", () => leadOut(run));
  clock.note(steps);

  await clock.step("every key is answered with its own voucher", async () => {
    for (const { body, number } of [...kept, ...lost])
      expect(await postUntilFinal(system, body), body.idempotency).toMatchObject({
        status: 200,
        body: { result: { voucherNumber: number, idempotencyHit: true } },
      });
    for (const body of fresh) expect([200, 201]).toContain((await postUntilFinal(system, body)).status);
  });
  await clock.step("the sums agree", () => expectEqualSums(system, run));
  clock.note(`${lost.length} vouchers were forgotten, and each has its key, items and number again`);

  // The host dies again, and its disk is left: nothing is lost then.
  const last = await sell(system, places.open, 3);
  for (const process of ["api", "issuer"] as const) await system.kill(process);
  await postgres.kill();
  await clock.step("restore to the last commit", async () => {
    await page.run("restore");
    await postgres.start();
    await page.run("after the restore");
  });
  for (const process of ["issuer", "api"] as const) await system.start(process);
  for (const { body, number } of last)
    expect(await postUntilFinal(system, body)).toMatchObject({
      status: 200,
      body: { result: { voucherNumber: number } },
    });
  await expectListedAsGranted(system);

  await expectLoadable(page, postgres);
  expect(page.unused()).toEqual([]);
  clock.print();
}

const addPlaces = (system: System) =>
  system.sql(
    `INSERT INTO point_of_sale (company_id, production, number, name)
     SELECT id, false, unnest($1::int[]), 'Place' FROM company WHERE code = 'demo'`,
    [Object.values(places)],
  );

/** So many sales of different amounts, one after the other. */
async function sell(system: System, posNumber: number, count: number): Promise<Sold[]> {
  const sold: Sold[] = [];
  while (sold.length < count) {
    const body = saleAt(posNumber);
    const answer = await postUntilFinal(system, body);
    expect([200, 201], answer.body.error).toContain(answer.status);
    sold.push({ body, number: answer.body.result.voucherNumber });
  }
  return sold;
}

const toSale = (body: Invoice): Sold => ({ body, number: 0 });

async function momentOf(system: System): Promise<string> {
  const [row] = await system.sql<{ now: string }>("SELECT clock_timestamp()::text AS now");
  return row?.now ?? "";
}

/** The piece of the log that was written last is in the archive. */
async function untilCopied(system: System, { backup }: OperatedPostgres): Promise<void> {
  const [row] = await system.sql<{ file: string }>("SELECT pg_walfile_name(pg_switch_wal()) AS file");
  await waitFor(() => existsSync(path.join(backup, "log", `${row?.file}.gz`)), { message: "the log to be copied" });
}

const migrateAgain = ({ url }: Pick<OperatedPostgres, "url">) =>
  promisify(execFile)(process.execPath, [programFile("shared/db/migrate/migrate-main")], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, DATABASE_URL: url },
  });

/** One after the other at each point of sale, all of them at once. */
async function sendAgain(system: System, sales: Sold[]) {
  const ofPlace = (pos: number) => sales.filter(({ body }) => body.posNumber === pos);
  const answers = await Promise.all(
    harmed.map(async (pos) => {
      const own = [];
      for (const { body } of ofPlace(pos)) own.push(await sendUntilAnswered(system as OwnSystem, body));
      return own;
    }),
  );
  return answers.flat();
}

/** What api/admin/README.md, "A database that lost its last commits", says. Gives what it took. */
async function leadOut(run: CommandLine): Promise<string> {
  const operate = succeeding(run);
  const { exitCode: differs } = await run("reconcile", "--all", "--env", "homologation", "--numbers");
  expect(differs).toBe(3);
  const reconcile = () =>
    run(
      "reconcile",
      "--company",
      "demo",
      "--env",
      "homologation",
      "--import",
      "--yes",
      "--because",
      "restored",
      "--json",
    );
  let [bound, renumbered, rounds] = [0, 0, 0];
  for (;;) {
    rounds += 1;
    const { json, exitCode } = await reconcile();
    bound += json.claims?.filter((claim: { bound: boolean }) => claim.bound).length ?? 0;
    const { issuances } = await operate("issuance", "list", "--all", "--env", "homologation", "--open");
    for (const { id } of issuances) {
      const { issuance } = await operate("issuance", "show", `${id}`, "--company", "demo");
      if (!issuance.decisions?.renumber.allowed) continue;
      await operate("issuance", "resolve", `${id}`, "--company", "demo", "--renumber", "--because", "not among them");
      renumbered += 1;
    }
    if (exitCode === 0 && issuances.length === 0)
      return `${rounds} rounds: ${bound} bound by reconcile, ${renumbered} renumbered`;
    if (rounds > 20) throw new Error(`it does not end: ${JSON.stringify({ json, issuances })}`);
  }
}

/** Ours are the authority's, number by number; the report's total and the quota are theirs, too. */
async function expectEqualSums(system: System, run: CommandLine): Promise<void> {
  const rows = await expectListedAsGranted(system);
  const sum = rows.reduce((total, { totalAmount }) => total.add(totalAmount), new Decimal(0));
  const granted = await system.authority.ledger({ env: "homologation" });
  const theirs = granted.reduce((total, voucher) => total.add(voucher.total), new Decimal(0));
  expect(sum.toFixed(2)).toBe(theirs.toFixed(2));
  const { body: summary } = await system.request<{ byType: { total: string; count: number }[] }>(
    `/reports/summary?period=${today().slice(0, 6)}`,
  );
  expect(new Decimal(summary.result.byType[0]?.total ?? 0).toFixed(2)).toBe(theirs.toFixed(2));
  const { body: quota } = await system.request<{ used: number }>("/quota");
  expect(quota.result.used).toBe(granted.length);
  const { exitCode } = await run("reconcile", "--all", "--env", "homologation");
  expect(exitCode).toBe(0);
}

/** The dump loads into an empty server, and again into that one beside what is there. The rights are as they were, and `migrate` finds all. */
async function expectLoadable(page: Page, postgres: OperatedPostgres): Promise<void> {
  const empty = await startOperatedPostgres();
  // The owner here is the server's first role. With the roles it gets its password of then.
  const { BACKUP = "", PGPASSWORD = "" } = postgres.env;
  const at = { ...empty.env, BACKUP, PGDATABASE: "loaded", OWNER: "postgres" };
  await page.run("load the roles", at);
  const then = { ...at, PGPASSWORD };
  const ask = async (query: string) =>
    (await promisify(execFile)("psql", ["-qAt", "-d", "loaded", "-c", query], { env: then })).stdout.trim();
  const isLoaded = async () => {
    await page.run("load the dump", then);
    const mayCall = "has_function_privilege('talonario_test_api', 'public.purge_audit_entries(integer)', 'execute')";
    expect(await ask(`SELECT ${mayCall}`)).toBe("f");
    expect(Number(await ask("SELECT count(*) FROM voucher"))).toBeGreaterThan(0);
    const url = new URL(empty.url);
    [url.password, url.pathname] = [PGPASSWORD, "loaded"];
    expect((await migrateAgain({ url: url.href })).stdout).toMatch(/up to date/);
  };
  await isLoaded();
  await page.run("put the database aside", then);
  await isLoaded();
  expect(await ask("SELECT count(*) FROM pg_database WHERE datname LIKE 'loaded-lost-%'")).toBe("1");
  await empty.close();
}
