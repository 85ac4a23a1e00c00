import type pg from "pg";
import { createKeyedSemaphore, type KeyedSemaphore } from "../../concurrency/keyed-semaphore.js";
import { type Tenant, tenantKey } from "../../domain/tenant.js";
import { createRawSql } from "../sql/raw-sql.js";
import { openConnections } from "./connections.js";
import { type Database, type Statements, type Transaction, withNumbers } from "./database.js";
import type { PatientPool } from "./patient-pool.js";
import { openPool, type PoolOptions, type Source } from "./pool.js";
import { type OpenPrisma, openPrisma } from "./prisma.js";

/**
 * Connections whose statements see only the rows of one company in one environment. They read views in the schema `tenant`. A connection
 * is *told* its tenant: the settings `talonario.company` and `talonario.production` are set on it, and the views show the rows of these.
 */
export interface TenantDatabase {
  /** For one tenant. A statement reads and writes only the tenant's rows, even if its own condition names other rows or none. */
  of(tenant: Tenant): Database;
  /** For no tenant: the views are empty. To read a table for all companies, name it with its schema: `public.issuance`. */
  ofNobody: Statements;
  close(): Promise<void>;
}

interface TenantPoolOptions extends PoolOptions {
  /** How many connections one tenant may hold at once. Its further statements wait in the tenant's own line. */
  perTenant: number;
}

/**
 * How many connections the statements of no tenant may hold. They are few and short. Some are caused by callers who are not known yet, and
 * these must never take all connections of the tenants.
 */
const maxOfNobody = 2;

/**
 * Opens a pool for statements of tenants. A connection is told the tenant by a statement of its own, unless it was told the same one
 * before. For a statement of no tenant it is told an empty one, so the views show no rows. The views are in the first migration.
 */
export function openTenantDatabase(from: Source, { perTenant, ...options }: TenantPoolOptions): TenantDatabase {
  const asked = { ...options, searchPath: "tenant,public" };
  const connections = typeof from === "string" ? openConnections(from, { connections: 10, ...options }) : from;
  const pool = openPool(connections, asked);
  const prisma = openPrisma(pool);
  const sendOfNobody = createSender(openPool(connections, { ...asked, connections: maxOfNobody }));
  const parts = { prisma, send: createSender(pool), turns: createKeyedSemaphore(perTenant) };
  return {
    of: (tenant) => databaseOf(tenant, parts),
    ofNobody: createRawSql((query) => sendOfNobody(nobody, query)) as Statements,
    async close() {
      await prisma.close();
      if (connections !== from) await connections.close();
    },
  };
}

/** Tenant that a connection is told: the company's id, and whether it is production. */
type TenantSettings = readonly [company: string, production: string];

const nobody: TenantSettings = ["", ""];

const tellingOf = ({ companyId, production }: Tenant): TenantSettings => [`${companyId}`, `${production}`];

type Send = (told: TenantSettings, query: pg.QueryConfig) => Promise<pg.QueryResult>;

/** Tenant that each connection was told last, by any kind of work. A connection that is not in the map may have been told anything. */
const lastTold = new WeakMap<pg.PoolClient, TenantSettings>();

function isTold(client: pg.PoolClient, told: TenantSettings): boolean {
  const last = lastTold.get(client);
  return last?.[0] === told[0] && last[1] === told[1];
}

/** Telling is a transaction of its own: a statement that fails behind it takes nothing back. */
async function tell(client: pg.PoolClient, told: TenantSettings): Promise<void> {
  lastTold.delete(client);
  await client.query({ ...telling, values: [...told] });
  lastTold.set(client, told);
}

const telling = {
  name: "talonario_tell_tenant",
  text: "SELECT set_config('talonario.company', $1, false), set_config('talonario.production', $2, false)",
};

async function query(client: pg.PoolClient, told: TenantSettings, config: pg.QueryConfig): Promise<pg.QueryResult> {
  // ▲ Waited for, and never sent in one pipeline: where the telling fails, the statement would run for the tenant before.
  if (!isTold(client, told)) await tell(client, told);
  return client.query(config);
}

/** Sends a statement, best by a connection that was told its tenant. One that was told another is told the right one first. */
function createSender(pool: PatientPool): Send {
  return (told, config) =>
    pool.runOnce(
      (client) => query(client, told, config),
      (client) => isTold(client, told),
    );
}

interface TenantDatabaseDeps {
  prisma: OpenPrisma;
  send: Send;
  turns: KeyedSemaphore;
}

/**
 * The statements and transactions of one tenant; there are no models. A statement outside a transaction goes through `send` and not through
 * Prisma. A transaction is told the tenant first.
 */
function databaseOf(tenant: Tenant, { prisma, send, turns }: TenantDatabaseDeps): Database {
  const told = tellingOf(tenant);
  const inTurn = <Result>(work: () => Promise<Result>) => turns(tenantKey(tenant), work);
  const raw = createRawSql((query) => inTurn(() => send(told, query)));
  const $transaction = <Result>(run: (tx: Transaction) => Promise<Result>, options?: object) =>
    inTurn(() =>
      prisma.get().$transaction(async (tx) => {
        await tx.$queryRaw`SELECT set_config('talonario.company', ${told[0]}, true), set_config('talonario.production', ${told[1]}, true)`;
        return run(withNumbers(tx));
      }, options),
    );
  return { ...raw, $transaction } as unknown as Database;
}
