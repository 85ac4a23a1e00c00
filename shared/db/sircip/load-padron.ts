import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pg from "pg";
import type { Adhesion } from "../../domain/perceptions/province-digit.js";
import { isOfHeldLock } from "../pool/database-trouble.js";
import { openPool, type Source } from "../pool/pool.js";
import { compareBlocks, groupBlocks, type PadronBlock } from "./padron-block.js";

/** A padrón that is read. */
export interface Padron {
  /** `YYYYMM`. */
  period: string;
  /** By jurisdiction. */
  adhesion: Record<string, Adhesion>;
  rows: number;
  /** May throw, and then nothing is changed. */
  blocks: Iterable<PadronBlock>;
}

/** Changes of a load, against what the month had before. */
export interface LoadedPadron {
  period: string;
  rows: number;
  added: number;
  changed: number;
  gone: number;
  /** Months that are not kept any more. */
  dropped: string[];
}

/** The newest months that are kept: each load drops those before. */
const keptPeriods = 14;

/** Options of the connection of a load, which waits in a transaction until the file is read. */
const patient = { connections: 1, statementMs: 600_000, abandonedMs: 4 * 3_600_000 };

/** Groups after which what was written is freed. Left to itself, V8 keeps up to 64 MB of buffers that nobody needs any more. */
const groupsPerCollection = 256;

/** How long the end of a load waits for who reads the padrón. Sales wait behind it, so it is short, and tried again after a rest. */
const endLockMs = 200;
const endRestMs = 2_000;

/**
 * Loads a month of the padrón in one transaction: it is replaced as a whole or not at all, and read without a wait meanwhile. Undefined when another
 * load is under way.
 * @param read is called once no other load can begin. What it throws ends the load
 * @param endStep ends a step of the writing, two milliseconds of work
 */
export async function loadPadron(
  from: Source,
  read: () => Promise<Padron>,
  endStep: () => Promise<void> = async () => undefined,
): Promise<LoadedPadron | undefined> {
  const pool = openPool(from, { ...patient, ...(typeof from !== "string" && { share: "commands" }) });
  try {
    const client = await pool.connect();
    let isClean = false;
    try {
      await client.query("BEGIN");
      const loaded = (await hasLock(client)) ? await load(client, await read(), endStep) : undefined;
      if (!loaded) await client.query("ROLLBACK");
      isClean = true;
      return loaded;
    } finally {
      // One that failed is not used again. Its end rolls back.
      client.release(!isClean);
    }
  } finally {
    await pool.end();
  }
}

/** Whether it got the lock: not while another load is under way. Held alone, it keeps no old versions of rows from being cleared away. */
async function hasLock(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query("SELECT public.lock_sircip_load()");
    return true;
  } catch (error) {
    if (isOfHeldLock(error)) return false;
    throw error;
  }
}

async function load(
  client: pg.PoolClient,
  { period, adhesion, rows, blocks }: Padron,
  endStep: () => Promise<void>,
): Promise<LoadedPadron> {
  const month = Number(period);
  const begun = await client.query<{ earlier: number | null }>("SELECT public.begin_sircip_load($1) AS earlier", [
    month,
  ]);
  const earlier = begun.rows[0]?.earlier ?? 0;
  const sum = { known: 0, changed: 0 };
  const collectGarbage = exposeCollector();
  let groups = 0;
  for (const together of groupBlocks(blocks)) {
    await write(client, month, together);
    if (earlier > 0) {
      const { known, changed } = await compare(client, month, together);
      sum.known += known;
      sum.changed += changed;
    }
    if (groups % groupsPerCollection === 0) collectGarbage();
    groups += 1;
    await endStep();
  }
  const dropped = await endLoad(client, month, adhesion, rows);
  return { period, rows, added: rows - sum.known, changed: sum.changed, gone: earlier - sum.known, dropped };
}

/** Collector of V8, which Node gives to who asks for it at its start, or so. */
function exposeCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

/** Writes blocks out of one value, which is sent as it is: an array of them is sent as text, and takes the database five times as long to read. */
async function write(client: pg.PoolClient, month: number, blocks: PadronBlock[]): Promise<void> {
  let end = 0;
  const starts = blocks.map(({ taxpayers }) => {
    end += taxpayers.length;
    return end - taxpayers.length + 1;
  });
  await client.query({
    name: "talonario_write_padron",
    text: `INSERT INTO public.sircip_loading (period, block, taxpayers)
      SELECT $1::int, b.block, substring($2::bytea FROM b.start FOR b.size) FROM unnest($3::int[], $4::int[], $5::int[]) AS b(block, start, size)`,
    values: [
      month,
      Buffer.concat(blocks.map(({ taxpayers }) => taxpayers)),
      blocks.map(({ block }) => block),
      starts,
      blocks.map(({ taxpayers }) => taxpayers.length),
    ],
  });
}

/** Counts what the month had of these blocks before. */
async function compare(client: pg.PoolClient, month: number, blocks: PadronBlock[]) {
  const { rows } = await client.query<{ block: number; taxpayers: Buffer }>({
    name: "talonario_earlier_padron",
    text: "SELECT block, taxpayers FROM public.sircip_block WHERE period = $1::int AND block = ANY($2::int[])",
    values: [month, blocks.map(({ block }) => block)],
  });
  const now = new Map(blocks.map(({ block, taxpayers }) => [block, taxpayers]));
  const counts = rows.map(({ block, taxpayers }) => compareBlocks(taxpayers, now.get(block)));
  return {
    known: counts.reduce((sum, { known }) => sum + known, 0),
    changed: counts.reduce((sum, { changed }) => sum + changed, 0),
  };
}

/**
 * Makes what was written the month, and commits in the same message: sales wait from the one to the other, and this process may get no processor
 * between them. A table is dropped for it, which nobody may be reading: a backup may read for an hour, and sales must not wait
 * for it behind the load.
 * @returns the months that are not kept any more
 */
async function endLoad(client: pg.PoolClient, month: number, adhesion: object, rows: number): Promise<string[]> {
  const adhered = pg.escapeLiteral(JSON.stringify(adhesion));
  const ending = `SELECT public.end_sircip_load(${month}, ${adhered}, ${rows}, ${keptPeriods}) AS dropped; COMMIT`;
  for (;;) {
    await client.query(`SAVEPOINT unended; SET LOCAL lock_timeout = ${endLockMs}`);
    try {
      // Two statements have two results.
      const [ended] = (await client.query(ending)) as unknown as [pg.QueryResult<{ dropped: number[] }>];
      return (ended.rows[0]?.dropped ?? []).map(String);
    } catch (error) {
      if (!isOfHeldLock(error)) throw error;
      await client.query("ROLLBACK TO unended");
    }
    await delay(endRestMs);
  }
}
