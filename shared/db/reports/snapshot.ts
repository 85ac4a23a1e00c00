import { randomUUID } from "node:crypto";
import pg from "pg";
import { environmentName, type Tenant } from "../../domain/tenant.js";
import type { Prisma } from "../generated/client.js";
import { openPool, type PoolOptions, type Source } from "../pool/pool.js";

/** One moment of a tenant's rows: whatever is read of it fits together, however long the reading takes. */
export interface Snapshot {
  /**
   * The rows of a query in chunks, through a cursor on the server: the next chunk is fetched when it is asked for, so the reader
   * sets the pace. One query at a time.
   */
  read<Row>(query: Prisma.Sql): AsyncGenerator<Row[]>;
  /** Ends the transaction and gives the connection back. Nothing happens the second time. Never fails. */
  close(): Promise<void>;
}

/** Connections that read snapshots. They see the rows of the snapshot's tenant alone: the views of schema `tenant`. */
export interface SnapshotPool {
  open(tenant: Tenant): Promise<Snapshot>;
  close(): Promise<void>;
}

/** Rows of one FETCH: enough that the trips count for little, few enough that they fit in memory whatever they hold. */
const chunkRows = 500;

/** @param options `statementMs` limits each FETCH; `abandonedMs` how long a reader may leave a chunk unasked */
export function openSnapshots(from: Source, options: PoolOptions): SnapshotPool {
  const pool = openPool(from, { ...options, searchPath: "tenant,public" });
  return {
    async open(tenant) {
      const client = await pool.connect();
      try {
        return await begin(client, tenant);
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    close: () => pool.end(),
  };
}

async function begin(client: pg.PoolClient, { companyId, production }: Tenant): Promise<Snapshot> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await client.query({ text: tellTenant, values: [`${companyId}`, `${production}`] });
  let fetching: Promise<unknown> | undefined;
  let closed: Promise<void> | undefined;

  function send(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    if (closed) throw new Error(`the snapshot of company ${companyId}, ${environmentName(production)}, is closed`);
    const answer = client.query({ text, values, types: { getTypeParser } });
    fetching = answer;
    return answer;
  }

  async function end(): Promise<void> {
    const clean = await Promise.resolve(fetching)
      .then(() => client.query("ROLLBACK"))
      .then(
        () => true,
        () => false,
      );
    // A connection that failed is not used again. Its end rolls back.
    client.release(!clean);
  }

  return {
    async *read<Row>({ text, values }: Prisma.Sql) {
      const cursor = `"report_${randomUUID()}"`;
      await send(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`, values);
      for (;;) {
        const { rows } = await send(`FETCH ${chunkRows} FROM ${cursor}`);
        if (rows.length > 0) yield rows as Row[];
        if (rows.length < chunkRows) break;
      }
      await send(`CLOSE ${cursor}`);
    },
    close() {
      closed ??= end();
      return closed;
    },
  };
}

const tellTenant = "SELECT set_config('talonario.company', $1, true), set_config('talonario.production', $2, true)";

/** Amounts stay text: nothing may round them. The rest is the driver's. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === pg.types.builtins.NUMERIC ? (text: string) => text : pg.types.getTypeParser(oid, format as "text");
