import { loadavg } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { findCompany } from "../../shared/db/company/companies.js";
import { openDatabase } from "../../shared/db/pool/database.js";
import { type Authority, startAuthority } from "../authority/server.js";
import { startPostgres } from "../sandbox/servers/embedded-postgres.js";
import { openClosers } from "./closers.js";
import { filterClasses } from "./filter-classes.js";
import { compareIssueRates, type IssueRates } from "./issue-rate.js";
import { copyDatabase, dropCopy, type ListingDatabase, prepareDatabase } from "./listing-database.js";
import { goals, type Run, toTable } from "./listing-report.js";
import { type Asked, type Measured, measureClass } from "./measure-class.js";
import { progressBar } from "./progress-bar.js";
import { startService } from "./service.js";

const usage = `npm run bench -- listing [--rows 500000,5000000] [--clients 20] [--seconds 4] [--only TEXT] [--rounds 24] [--folder DATA]
  --rows     database sizes to load and measure, smallest first; two fifths of the vouchers are one company's
  --clients  concurrent clients; each sends its next request after the answer
  --seconds  the time for each class of queries, and for each round of issuing
  --only     measure only the classes whose name contains this text
  --rounds   rounds of issuing, on a copy of the largest database and on an empty one; 0 for none
  --folder   keep the databases here and use them again; by default a temporary folder`;

/** A quarter of a small server's memory; the rest is PostgreSQL's own defaults. */
const serverSettings = ["shared_buffers=1GB", "max_wal_size=8GB"];

/** Loads databases of vouchers. Measures listing them over HTTP, and issuing on a full against an empty database. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: "string", default: "500000,5000000" },
      clients: { type: "string", default: "20" },
      seconds: { type: "string", default: "4" },
      only: { type: "string", default: "" },
      rounds: { type: "string", default: "24" },
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
  // A kept database needs the authority's ledger too: a new authority would grant the same numbers again.
  const dataFolder = values.folder && path.join(values.folder, "authority");
  const authority = opened.add(await startAuthority({ dataFolder }), (server) => server.close());

  const databases: ListingDatabase[] = [];
  for (const rows of sizes) databases.push(await prepareDatabase(postgres.url, authority, rows));
  const measured = await measureListings(databases, authority, { clients, seconds, only: values.only });
  const runs: Run[] = sizes.map((rows) => ({ rows, classes: measured.filter((each) => each.rows === rows) }));
  let issuing: IssueRates | undefined;
  const largest = databases.at(-1);
  if (rounds > 0 && largest) {
    await using services = openClosers();
    // Each has an environment of its own: what the other one issued would stand in its numbering, and no database here explains it.
    const target = async (original: ListingDatabase, environment: "test" | "production") => {
      console.error(`copying the database of ${original.rows.toLocaleString("en")} vouchers`);
      const copy = services.add(await copyDatabase(postgres.url, original), (made) => dropCopy(postgres.url, made));
      const options = { authorityUrl: authority.url, issuers: 1 };
      const service = services.add(await startService(copy.url, options), (started) => started.stop());
      return { service, key: copy.keys.keys[environment] };
    };
    const empty = await prepareDatabase(postgres.url, authority, 0);
    issuing = await compareIssueRates(
      { empty: await target(empty, "test"), full: await target(largest, "production") },
      { rounds, seconds },
    );
  }
  console.log(toTable(runs, issuing));
  console.log(JSON.stringify({ clients, seconds, goals: goals(runs, issuing), issuing, measured: runs }));
}

interface Load {
  clients: number;
  seconds: number;
  only: string;
}

/** Measures every class of queries, each in all databases before the next class. */
async function measureListings(databases: ListingDatabase[], authority: Authority, load: Load): Promise<Measured[]> {
  await using opened = openClosers();
  const asked: Asked[] = [];
  for (const { rows, url, keys } of databases) {
    const { db } = opened.add(openDatabase(url, { connections: 2 }), ({ close }) => close());
    await db.$executeRaw`CREATE EXTENSION IF NOT EXISTS pg_buffercache`;
    const { origin } = opened.add(await startService(url, { authorityUrl: authority.url }), (service) =>
      service.stop(),
    );
    const companyId = (await findCompany(db, "demo"))?.id ?? 0;
    const server = { rows, db, origin, key: keys.keys.production, scope: { companyId, production: true } };
    const classes = (await filterClasses(db, companyId)).filter(({ name }) => name.includes(load.only));
    asked.push(...classes.map((each) => ({ ...each, server })));
  }
  const names = [...new Set(asked.map(({ name }) => name))];
  const askedBy = (name: string) => asked.filter((each) => each.name === name);

  const onProgress = progressBar("queries", names.length);
  // The api's first few thousand requests take three times as long.
  onProgress(0, "warming up");
  for (const name of names.slice(0, 2)) await measureClass(askedBy(name), { ...load, seconds: 5 });
  const measured: Measured[] = [];
  for (const [position, name] of names.entries()) {
    onProgress(position, `${name}, load ${loadavg()[0]?.toFixed(1)}`);
    measured.push(...(await measureClass(askedBy(name), load)));
  }
  onProgress(names.length);
  return measured;
}
