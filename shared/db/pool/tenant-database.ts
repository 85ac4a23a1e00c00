import type pg from "pg";
import { createKeyedSemaphore } from "../../concurrency/keyed-semaphore.js";
import { type Tenant, tenantKey } from "../../domain/tenant.js";
import { createRawSql } from "../sql/raw-sql.js";
import { type Database, type Transaction, withNumbers } from "./database.js";
import { planMode } from "./mode.js";
import type { ConcurrencyBound, PatientPool } from "./patient-pool.js";
import { openPool, type PoolOptions, type Source } from "./pool.js";
import { type OpenPrisma, openPrisma } from "./prisma.js";
import { queryTold, type TenantSettings, tellFirst } from "./told-query.js";

/**
 * Connections whose statements see only the rows of one company in one environment. They read views in the schema `tenant`. A connection
 * is *told* its tenant: the settings `talonario.company` and `talonario.production` are set on it, and the views show the rows of these.
 */
export interface TenantDatabase {
  /** For one tenant. A statement reads and writes only the tenant's rows, even if its own condition names other rows or none. */
  of(tenant: Tenant): Database;
  /** For no tenant: the views are empty. To read a table for all companies, name it with its schema: `public.issuance`. */
  ofNobody: Database;
  close(): Promise<void>;
}

interface TenantPoolOptions extends PoolOptions {
  /** How many connections one tenant may hold at once. Its further statements wait in the tenant's own line. */
  perTenant: number;
  /** How many connections of the pool this work may hold at once, where the pool serves other work as well. */
  most?: number;
}

/** The path of a pool for tenants: names are looked up among the views first. */
export const tenantPath = "tenant,public";

/**
 * How many connections the statements of no tenant may hold. They are few and short. Some are caused by callers who are not known yet, and
 * these must never take all connections of the tenants.
 */
const maxOfNobody = 2;

/**
 * Opens statements of tenants on a pool, which other work may use as well. A connection is told the tenant in the same trip as the statement,
 * unless it was told the same one before. For a statement of no tenant it is told an empty one, so the views show no rows. The views are in the
 * first migration.
 */
export function openTenantDatabase(
  from: Source,
  { perTenant, most, onePlan = false, ...options }: TenantPoolOptions,
): TenantDatabase {
  const { pool, close } = openPool(from, { ...options, searchPath: tenantPath });
  const prisma = openPrisma(pool);
  const size = pool.options.max;
  const bound = pool.bound(most ?? size);
  const ofNobody = pool.bound(Math.max(1, Math.min(maxOfNobody, size - 1)));
  const turns = createKeyedSemaphore(perTenant);
  const parts = { pool, prisma };
  return {
    of: (tenant) =>
      databaseOf([`${tenant.companyId}`, `${tenant.production}`, planMode(onePlan)], {
        ...parts,
        inTurn: (work) => turns(tenantKey(tenant), () => bound(work)),
      }),
    ofNobody: databaseOf(["", "", planMode(onePlan)], { ...parts, inTurn: ofNobody }),
    async close() {
      await prisma.close();
      await close();
    },
  };
}

/** Settings that each connection was told last. A connection that is not in the map may have been told anything. */
const lastTold = new WeakMap<pg.PoolClient, TenantSettings>();

async function query(client: pg.PoolClient, told: TenantSettings, config: pg.QueryConfig): Promise<pg.QueryResult> {
  const last = lastTold.get(client);
  if (last?.every((value, at) => value === told[at])) return client.query(config);
  lastTold.delete(client);
  if (!last) await tellFirst(client, told);
  const answer = await (last ? queryTold(client, told, config) : client.query(config));
  lastTold.set(client, told);
  return answer;
}

interface TenantDatabaseDeps {
  pool: PatientPool;
  prisma: OpenPrisma;
  inTurn: ConcurrencyBound;
}

/**
 * The statements and transactions of one tenant, or of none; there are no models. A statement outside a transaction goes past Prisma. A
 * transaction is told the tenant first.
 */
function databaseOf(told: TenantSettings, { pool, prisma, inTurn }: TenantDatabaseDeps): Database {
  const [company, production, plan] = told;
  const raw = createRawSql((config) => inTurn(() => pool.runOnce((client) => query(client, told, config))));
  const $transaction = <Result>(run: (tx: Transaction) => Promise<Result>, options?: object) =>
    inTurn(() =>
      prisma.get().$transaction(async (tx) => {
        await tx.$queryRaw`SELECT set_config('talonario.company', ${company}, true), set_config('talonario.production', ${production}, true), set_config('plan_cache_mode', ${plan}, true)`;
        return run(withNumbers(tx));
      }, options),
    );
  return { ...raw, $transaction } as unknown as Database;
}
