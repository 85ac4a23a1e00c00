import { Redis } from "ioredis";
import pg from "pg";
import type { NewCompany } from "../../shared/db/company/companies.js";
import { migrate } from "../../shared/db/migrate/migrate.js";
import { openDatabase } from "../../shared/db/pool/database.js";
import { isTaxId } from "../../shared/domain/tax-id.js";
import { createSealer } from "../../shared/sealing/sealer.js";
import { publicKeyOf } from "../../shared/sealing/sealing-key.js";
import { seedCompany } from "../sandbox/seed-demo.js";
import { startPostgres } from "../sandbox/servers/embedded-postgres.js";
import { type AuthorityProcess, startAuthorityProcess } from "./authority-process.js";
import { type Client, openClient, type Sequence } from "./client.js";
import { openClosers } from "./closers.js";
import type { Circumstances } from "./report.js";
import { type Service, type ServiceOptions, secretKey, startService } from "./service.js";

/** Everything that one benchmark needs: its own servers, simulated authority and service. Disposing removes them. */
export interface Bench extends AsyncDisposable {
  authority: AuthorityProcess;
  /** Connects as the database's owner. */
  databaseUrl: string;
  /** Runs SQL as the database's owner. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Creates companies with this many points of sale each, ready to issue letter B in both environments. */
  seed(companies: number, posNumbers: number, fields?: Partial<NewCompany>): Promise<SeededSequence[]>;
  /** Starts the service's processes. Each uses a database user and a Redis user of its own name. */
  start(options?: Omit<ServiceOptions, "authorityUrl">): Promise<Running>;
}

export interface SeededSequence extends Sequence {
  cuit: string;
  productionKey: string;
}

export interface Running extends AsyncDisposable, Omit<Service, "stop"> {
  client: Client;
}

/** Every commit is flushed to disk, as in production: `fsync` stays at its default. */
const serverSettings = [
  "shared_buffers=512MB",
  "shared_preload_libraries=pg_stat_statements",
  "pg_stat_statements.track_planning=on",
];

const processNames = ["api", "api-2", "issuer", "issuer-2", "issuer-3", "issuer-4", "renderer", "mailer"];

/** Also fills in `versions` with those of the servers. */
export async function openBench({ versions }: Pick<Circumstances, "versions">): Promise<Bench> {
  const opened = openClosers();
  try {
    const postgres = opened.add(await startPostgres({ settings: serverSettings }), (server) => server.stop());
    const authority = opened.add(await startAuthorityProcess(), (one) => one.stop());
    await migrate(postgres.url);
    const pool = opened.add(new pg.Pool({ connectionString: postgres.url, max: 2 }), (one) => one.end());
    const { rows } = await pool.query<{ server_version: string }>("SHOW server_version");
    versions.postgresql = rows[0]?.server_version ?? "";
    await pool.query("CREATE EXTENSION pg_stat_statements");
    for (const name of processNames)
      await pool.query(`CREATE ROLE ${pg.escapeIdentifier(name)} SUPERUSER LOGIN PASSWORD 'bench'`);
    const newTaxIds = taxIds();
    let companies = 0;

    return {
      authority,
      databaseUrl: postgres.url,
      sql: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
        (await pool.query<Row>(text, values)).rows,
      async seed(count, posNumbers, fields = {}) {
        const { db, close } = openDatabase(postgres.url, { connections: 2 });
        const deps = {
          db,
          sealer: createSealer(await publicKeyOf(secretKey)),
          signCertificate: (csr: string) => authority.control.certificate(csr),
        };
        const sequences: SeededSequence[] = [];
        for (let index = 0; index < count; index++) {
          const company = `bench-${++companies}`;
          const numbers = Array.from({ length: posNumbers }, (_, at) => at + 1);
          const taxpayer = { ...companyOf(company, newTaxIds.next().value), ...fields };
          const { test: key, production: productionKey } = await seedCompany(deps, taxpayer, numbers, undefined);
          const { cuit } = taxpayer;
          sequences.push(...numbers.map((posNumber) => ({ company, cuit, key, productionKey, posNumber })));
        }
        await close();
        return sequences;
      },
      async start(options = {}) {
        const service = await startService(postgres.url, {
          ...options,
          authorityUrl: authority.url,
          databaseUrlOf: (name) => asUser(postgres.url, name),
          redisUrlOf: async (name, url) => {
            versions.redis = await addRedisUser(url, name);
            return asUser(url, name);
          },
        });
        const own = openClosers();
        own.add(service, ({ stop }) => stop());
        const client = own.add(openClient(service.origins), (one) => one.close());
        return {
          ...service,
          pids: { ...service.pids, postgres: postgres.pid, authority: authority.pid },
          client,
          [Symbol.asyncDispose]: () => own[Symbol.asyncDispose](),
        };
      },
      [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
    };
  } catch (error) {
    await opened[Symbol.asyncDispose]();
    throw error;
  }
}

function asUser(address: string, user: string): string {
  const url = new URL(address);
  url.username = user;
  url.password = "bench";
  return url.href;
}

/** Gives the server's version. */
async function addRedisUser(url: string, user: string): Promise<string> {
  const redis = new Redis(url);
  await redis.call("ACL", "SETUSER", user, "on", ">bench", "~*", "&*", "+@all");
  const server = await redis.info("server");
  redis.disconnect();
  return /redis_version:(\S+)/.exec(server)?.[1] ?? "";
}

/** A company with its own tax id, because the authority numbers vouchers by tax id. */
function companyOf(code: string, cuit: string): NewCompany {
  return { code, cuit, name: `Comercio ${code} S.A.`, taxType: 1 };
}

function* taxIds(): Generator<string, never> {
  for (let number = 30_600_000_000; ; number++) if (isTaxId(`${number}`)) yield `${number}`;
}
