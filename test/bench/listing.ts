import { loadavg } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { findCompany } from "../../shared/db/companies.js";
import { openDatabase } from "../../shared/db/database.js";
import { migrate } from "../../shared/db/migrate.js";
import { controlAuthority } from "../authority/control-client.js";
import { type Authority, startAuthority } from "../authority/server.js";
import { startPostgres } from "../support/embedded-postgres.js";
import { type Keys, seedDemo } from "../support/seed-demo.js";
import { openClosers } from "./closers.js";
import { filterClasses } from "./filter-classes.js";
import { compareIssueRates, type IssueRates } from "./issue-rate.js";
import { goals, toTable } from "./listing-report.js";
import { loadVouchers } from "./load-vouchers.js";
import { type Measured, measureClass } from "./measure-class.js";
import { progressBar } from "./progress-bar.js";
import { secretKey, startService } from "./service.js";

const usage = `npm run bench -- listing [--rows 500000,5000000] [--clients 20] [--seconds 5] [--only TEXT] [--rounds 8] [--folder DATA]
  --rows     sizes to load and measure, smallest first; two fifths are one company's
  --clients  at once, each sending its next request when the last was answered
  --seconds  for each class of queries, and for each round of issuing
  --only     classes whose name contains this
  --rounds   of issuing, on the largest against an empty database; 0: none
  --folder   where the databases stay, to be measured again; a temporary folder otherwise`;

/** Loads databases of vouchers and measures what listing them over HTTP costs, and whether issuing minds them. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: "string", default: "500000,5000000" },
      clients: { type: "string", default: "20" },
      seconds: { type: "string", default: "5" },
      only: { type: "string", default: "" },
      rounds: { type: "string", default: "8" },
      folder: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(usage);
  const sizes = values.rows.split(",").map(Number);
  const [clients, seconds, rounds] = [values.clients, values.seconds, values.rounds].map(Number) as [
    number,
    number,
    number,
  ];

  await using opened = openClosers();
  const postgres = opened.add(
    await startPostgres({ folder: values.folder, durable: false, settings: serverSettings }),
    (server) => server.stop(),
  );
  // What was issued on a database that stays is on record: a new authority would grant its numbers again.
  const dataFolder = values.folder && path.join(values.folder, "authority");
  const authority = opened.add(await startAuthority({ dataFolder }), (server) => server.close());
  const measured: { rows: number; classes: Measured[] }[] = [];
  let issuing: IssueRates | undefined;

  for (const rows of sizes) {
    const database = await prepare(postgres.url, `listing_${rows}`, authority, rows);
    const classes = await measureListing(database, authority, { clients, seconds, only: values.only });
    measured.push({ rows, classes });
  }
  if (rounds > 0) {
    const empty = await prepare(postgres.url, "listing_0", authority, 0);
    const full = await prepare(postgres.url, `listing_${sizes.at(-1)}`, authority, sizes.at(-1) ?? 0);
    await using services = openClosers();
    const target = async ({ url, keys }: Prepared) => ({
      service: services.add(await startService(url, { authorityUrl: authority.url, issuers: 1 }), (service) =>
        service.stop(),
      ),
      key: keys.keys.production,
    });
    issuing = await compareIssueRates({ empty: await target(empty), full: await target(full) }, { rounds, seconds });
  }
  console.log(toTable(measured, issuing));
  console.log(JSON.stringify({ clients, seconds, goals: goals(measured, issuing), issuing, measured }));
}

/** A quarter of a small server's memory; the rest is PostgreSQL's own defaults. */
const serverSettings = ["shared_buffers=1GB", "max_wal_size=8GB"];

interface Prepared {
  url: string;
  keys: Keys;
}

/** A migrated database with the demo company and so many vouchers; those of an earlier run are taken as they are. */
async function prepare(serverUrl: string, name: string, authority: Authority, rows: number): Promise<Prepared> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
  if (!rowCount) await client.query(`CREATE DATABASE ${name}`);
  await client.end();

  const url = new URL(serverUrl);
  url.pathname = name;
  await migrate(url.href);
  const keys = await seedDemo({
    databaseUrl: url.href,
    secretKey,
    signCertificate: (csr) => controlAuthority(authority.control).certificate(csr),
  });
  if (rowCount || rows === 0) return { url: url.href, keys };

  const { db, close } = openDatabase(url.href, { connections: 1 });
  const companyId = (await findCompany(db, "demo"))?.id ?? 0;
  await close();
  const onProgress = progressBar(name, rows);
  await loadVouchers({ databaseUrl: url.href, rows, companyId, others: 500, onProgress });
  return { url: url.href, keys };
}

async function measureListing(
  { url, keys }: Prepared,
  authority: Authority,
  { clients, seconds, only }: { clients: number; seconds: number; only: string },
): Promise<Measured[]> {
  await using opened = openClosers();
  const { db } = opened.add(openDatabase(url, { connections: 2 }), ({ close }) => close());
  await db.$executeRaw`CREATE EXTENSION IF NOT EXISTS pg_buffercache`;
  const { origin } = opened.add(await startService(url, { authorityUrl: authority.url }), (service) => service.stop());
  const companyId = (await findCompany(db, "demo"))?.id ?? 0;
  const bench = { db, origin, key: keys.keys.production, scope: { companyId, production: true }, clients, seconds };

  const classes = (await filterClasses(db, companyId)).filter(({ name }) => name.includes(only));
  const onProgress = progressBar("queries", classes.length);
  const measured: Measured[] = [];
  // The api's first thousands of requests take three times as long.
  onProgress(0, "warming up");
  for (const each of classes.slice(0, 2)) await measureClass({ ...bench, seconds: 5 }, each);
  for (const each of classes) {
    onProgress(measured.length, `${each.name}, load ${loadavg()[0]?.toFixed(1)}`);
    measured.push(await measureClass(bench, each));
  }
  onProgress(classes.length);
  return measured;
}
