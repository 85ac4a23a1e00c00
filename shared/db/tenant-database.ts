import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { type Tenant, tenantKey } from "../domain/tenant.js";
import { type Database, type Statements, type Transaction, transactionOptions, withNumbers } from "./database.js";
import { PrismaClient } from "./generated/client.js";
import { openPool, type PoolOptions } from "./pool.js";
import { createRawSql } from "./raw-sql.js";
import { queryTold, type Told, tellFirst } from "./told-query.js";
import { createTurns, type Turns } from "./turns.js";

/** Connections whose statements see the rows of one company in one environment alone: those of the views in schema `tenant`. */
export interface TenantDatabase {
  /** For one tenant. Shows its rows alone, and accepts no others, whatever a statement says or forgets. */
  of(tenant: Tenant): Database;
  /** For no tenant. A table that is to be read for all companies is named with its schema: `public.issuance`. */
  ofNobody: Statements;
  close(): Promise<void>;
}

/** The statements of nobody are few and short. */
const connectionsOfNobody = 2;

interface TenantPoolOptions extends PoolOptions {
  /** How many connections one tenant may hold at once. The others wait in the tenant's own line. */
  perTenant: number;
}

/**
 * Opens a pool for statements of tenants. The connection is told the tenant in one trip with the statement, unless it was told
 * the same one before. The statements of nobody have connections of their own, which are never told a tenant: so they see no rows,
 * and change nothing that the others were told. The views are in the first migration.
 */
export function openTenantDatabase(url: string, { perTenant, ...options }: TenantPoolOptions): TenantDatabase {
  const settings = ["search_path=tenant,public"];
  const pool = openPool(url, options, settings);
  const poolOfNobody = openPool(url, { ...options, connections: connectionsOfNobody }, settings);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { schema: "tenant" }), transactionOptions });
  const send = createSender(pool);
  const turns = createTurns(perTenant);
  return {
    of: (tenant) => databaseOf(tenant, { prisma, send, turns }),
    ofNobody: createRawSql((query) => poolOfNobody.query(query)) as Statements,
    async close() {
      await prisma.$disconnect();
      await Promise.all([pool.end(), poolOfNobody.end()]);
    },
  };
}

const tellingOf = ({ companyId, production }: Tenant): Told => [`${companyId}`, `${production}`];

type Send = (told: Told, query: pg.QueryConfig) => Promise<pg.QueryResult>;

/** Sends a statement, behind the tenant that it is for if its connection was told another one before. */
function createSender(pool: pg.Pool): Send {
  const lastTold = new WeakMap<pg.PoolClient, Told>();

  async function query(client: pg.PoolClient, told: Told, config: pg.QueryConfig): Promise<pg.QueryResult> {
    const last = lastTold.get(client);
    if (last?.[0] === told[0] && last[1] === told[1]) return client.query(config);
    lastTold.delete(client);
    if (!last) await tellFirst(client, told);
    const answer = await (last ? queryTold(client, told, config) : client.query(config));
    lastTold.set(client, told);
    return answer;
  }

  return async (told, config) => {
    const client = await pool.connect();
    client.on("error", ignore);
    let failure: unknown;
    try {
      return await query(client, told, config);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      client.off("error", ignore);
      client.release(failure as Error | undefined);
    }
  };
}

/** The statements under way fail when their connection breaks; that it broke needs no other answer. */
const ignore = () => undefined;

interface Parts {
  prisma: PrismaClient;
  send: Send;
  turns: Turns;
}

/**
 * Prisma's client for one tenant. Its raw statements are ours. Its models run in a transaction that is told the tenant: four trips,
 * so they are for administration.
 */
function databaseOf(tenant: Tenant, { prisma, send, turns }: Parts): Database {
  const told = tellingOf(tenant);
  const inTurn = <Result>(work: () => Promise<Result>) => turns(tenantKey(tenant), work);
  const raw = createRawSql((query) => inTurn(() => send(told, query)));
  const transact = <Result>(run: (tx: Transaction) => Promise<Result>, options?: object) =>
    inTurn(() =>
      prisma.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT set_config('talonario.company', ${told[0]}, true), set_config('talonario.production', ${told[1]}, true)`;
        return run(withNumbers(tx));
      }, options),
    );
  const own: Record<string, unknown> = { ...raw, $transaction: transact };
  const modelOf = (name: string) =>
    new Proxy(
      {},
      { get: (_model, method: string) => (args: unknown) => transact((tx) => callModel(tx, name, method, args)) },
    );
  return new Proxy(prisma, { get: (_prisma, name: string) => own[name] ?? modelOf(name) });
}

type Models = Record<string, Record<string, (args: unknown) => Promise<unknown>>>;

function callModel(tx: Transaction, name: string, method: string, args: unknown): Promise<unknown> {
  const call = (tx as unknown as Models)[name]?.[method];
  if (!call) throw new TypeError(`a tenant's database has no ${name}.${method}`);
  return call(args);
}
