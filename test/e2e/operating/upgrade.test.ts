import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { promisify } from "node:util";
import pg from "pg";
import { expect } from "vitest";
import { programFile, projectFolder } from "../../../shared/assets/assets.js";
import { type Balancer, createBalancer } from "../../chaos/sigterm/balancer.js";
import { startPostgres } from "../../sandbox/servers/embedded-postgres.js";
import { startRedis } from "../../sandbox/servers/embedded-redis.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { testOf } from "../../support/groups.js";
import { openSystem } from "../../support/processes/open-system.js";
import type { ProcessName, System } from "../../support/processes/system.js";
import { testRoles } from "../../support/servers/process-roles.js";
import { expectEqualLedgers } from "../ledgers.js";
import { type Clock, startClock } from "./clock.js";
import { buildEarlierVersion } from "./earlier-version.js";
import { type Load, startLoad } from "./load.js";
import { seedEarlier } from "./seed-earlier.js";

const places = 4;
/** As many the mailbox keeps (test/sandbox/README.md). */
const keptMessages = 1_000;
const services = ["issuer", "api", "renderer", "mailer"] as const;
type Service = (typeof services)[number];

/** The processes of this version have the service's name, those of the earlier one are the second. */
const ofEarlier = (service: Service): ProcessName => `${service}-2`;

testOf(
  "operating",
  "an upgrade from the version before, the way back and the upgrade again lose nothing under load",
  async (context) => {
    const clock = startClock("Upgrade, rollback, upgrade");
    const earlier = await clock.step("the version before is built", buildEarlierVersion);
    if (!earlier)
      return context.skip("the first migration is the only one: no version before can go on beside this one");
    clock.note(`it is ${earlier.name}`);
    const [server, redis] = await Promise.all([startPostgres(), startRedis()]);
    const databaseUrl = await createDatabase(server.url);
    await earlier.run("shared/db/migrate/migrate-main", [], { DATABASE_URL: databaseUrl, ...testRoles.passwords });
    const demo = await seedEarlier(earlier, databaseUrl, places);
    const close = async () => {
      await Promise.all([server.stop(), redis.stop()]);
      earlier.remove();
      rmSync(demo.authorityFolder, { recursive: true, force: true });
    };
    await using system = await openSystem(
      { databaseUrl, redis, demo, close },
      { processes: services.map(ofEarlier), spares: [...services], folders: foldersOf(earlier.folder) },
    );
    const balancer = createBalancer(["api", "api-2"]);
    balancer.leaves("api");
    const load = startLoad(system, places, balancer);
    const drill = { system, load, clock, balancer };
    const emptyBytes = await sizeOf(system);
    clock.note(`before: ${await load.sell(30)}`);

    const printed = await clock.step("migrate", () => migrateToThis(databaseUrl));
    clock.note(printed.trim().split("\n")[0] ?? "");
    expect(printed).toMatch(/^Applied: /);
    clock.note(`the version before on the new schema: ${await load.sell(40)}`);

    for (const service of services) await replace(service, ofEarlier(service), service, drill);
    clock.note(`this version alone: ${await load.sell(40)}`);
    // Back on the same way: API first, issuers behind it, so that no API meets issuers of the version before its own.
    for (const service of ["mailer", "renderer", "api", "issuer"] as const)
      await replace(service, service, ofEarlier(service), drill);
    clock.note(`the version before again: ${await load.sell(40)}`);
    for (const service of services) await replace(service, ofEarlier(service), service, drill);
    clock.note(`this version: ${await load.sell(30)}`);

    const { sold, figures, refusals } = await load.stop();
    await untilPrintedAndMailed(system, sold.length);
    const rows = await expectEqualLedgers(system);
    expect(rows.map(({ idempotency }) => idempotency).sort()).toEqual(
      sold.map(({ idempotency }) => idempotency).sort(),
    );
    clock.note(`${figures}. Each has one voucher, its PDF and its mail`);
    clock.note(`${Math.round(((await sizeOf(system)) - emptyBytes) / sold.length / 1024)} kB of the database for each`);
    clock.print();
    expect(refusals).toEqual([]);
  },
);

const foldersOf = (folder: string) => Object.fromEntries(services.map((service) => [ofEarlier(service), folder]));

/** Its name is the prefix of the processes' roles. */
async function createDatabase(serverUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${testRoles.prefix}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = testRoles.prefix;
  return url.href;
}

async function migrateToThis(databaseUrl: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [programFile("shared/db/migrate/migrate-main")], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, ...testRoles.passwords },
  });
  return stdout;
}

async function sizeOf(system: System): Promise<number> {
  const [row] = await system.sql<{ bytes: string }>("SELECT pg_database_size(current_database()) AS bytes");
  return Number(row?.bytes);
}

interface Drill {
  system: System;
  load: Load;
  clock: Clock;
  balancer: Balancer;
}

/** The next one starts beside the one before, works with it, and then that one stops. */
async function replace(service: Service, from: ProcessName, to: ProcessName, { system, load, clock, balancer }: Drill) {
  const version = (name: ProcessName) => (name === service ? "now" : "before");
  await clock.step(`${service} of ${version(to)} starts beside ${version(from)}`, () => system.start(to));
  if (service === "api") balancer.returns(to);
  clock.note(await load.sell(12));
  if (service === "api") balancer.leaves(from);
  await clock.step(`${service} of ${version(from)} stops`, () => system.stop(from));
  clock.note(await load.sell(12));
}

async function untilPrintedAndMailed(system: System, count: number): Promise<void> {
  const [timeoutMs, intervalMs] = [240_000, 200];
  const counts = "SELECT count(*) FILTER (WHERE has_pdf)::int AS printed, count(*)::int AS all FROM voucher";
  await waitFor(
    async () => {
      const [row] = await system.sql<{ printed: number; all: number }>(counts);
      return row?.printed === count && row.all === count;
    },
    { message: "the PDFs", timeoutMs, intervalMs },
  );
  const messages = async () => (await (await fetch(`${system.mailboxUrl}/messages`)).json()) as unknown[];
  // The mailbox keeps the newest: on a slow machine more are sold meanwhile.
  const sent = () => system.sql("SELECT FROM recipient WHERE state = 'sent'");
  await waitFor(
    async () => (await sent()).length === count && (await messages()).length === Math.min(count, keptMessages),
    { message: "the mails", timeoutMs, intervalMs },
  );
}
