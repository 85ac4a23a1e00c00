import { finished } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Adhesion } from "../../domain/perceptions/province-digit.js";
import { isOfHeldLock } from "../pool/database-trouble.js";
import { openPool, type Source } from "../pool/pool.js";

/** Row of the padrón. */
export interface PadronRow {
  cuit: number;
  /** Jurisdiction of its seat, 901 to 924. */
  seat: number;
  crc: number;
  letter: string;
  /** 24 digits, from the jurisdiction 924 down to 901. */
  digits: string;
  name: string;
}

/** A month of the padrón. */
export interface PadronMonth {
  /** `YYYYMM`. */
  period: string;
  /** By jurisdiction. */
  adhesion: Record<string, Adhesion>;
}

/** Changes of a load, against what the month had before. */
export interface LoadedPadron {
  added: number;
  changed: number;
  gone: number;
  /** Months that are not kept any more. */
  dropped: string[];
}

/** The newest months that are kept: each load drops those before. */
const keptPeriods = 14;

/** Options of each of the two connections of a load. One waits in a transaction, which has the lock, until the rows are there. */
const patient = { connections: 1, statementMs: 600_000, abandonedMs: 3_600_000 };

/** Duty cycle of the load: behind each chunk it rests so many times as long as the chunk took, so that sales have the processors. */
const restsPerWork = 1.6;
const maxRestMs = 500;

/** How long the end of a load waits for who reads the padrón. Sales wait behind it, so it is short, and tried again after a rest. */
const endLockMs = 200;
const endRestMs = 2_000;

/**
 * Loads a month of the padrón: it is replaced as a whole or not at all, and read without a wait meanwhile. The load works a third of the time.
 * Undefined when another one is under way.
 * @param rows in chunks. What they throw ends the load, and nothing is changed
 * @param month its period is known with the first rows, the rest behind the last one
 */
export async function loadPadron(
  from: Source,
  rows: AsyncIterable<PadronRow[]>,
  month: () => PadronMonth,
): Promise<LoadedPadron | undefined> {
  const open = (share: string) => openPool(from, { ...patient, ...(typeof from !== "string" && { share }) });
  const [locks, writers] = [open("reports"), open("commands")];
  try {
    const lock = await locks.connect();
    let isClean = false;
    try {
      await lock.query("BEGIN");
      const loaded = (await hasLock(lock)) ? await loadLocked(writers, lock, rows, month) : undefined;
      await lock.query(loaded ? "COMMIT" : "ROLLBACK");
      isClean = true;
      return loaded;
    } finally {
      // One that failed is not used again. Its end rolls back.
      lock.release(!isClean);
    }
  } finally {
    await Promise.all([locks.end(), writers.end()]);
  }
}

/** Loads for who has the lock. What is written is removed where it is not taken. */
async function loadLocked(
  writers: ReturnType<typeof openPool>,
  lock: pg.PoolClient,
  rows: AsyncIterable<PadronRow[]>,
  month: () => PadronMonth,
): Promise<LoadedPadron> {
  const writer = await writers.connect();
  let isClean = false;
  try {
    const { added, changed, known } = await writeAll(writer, rows, month);
    isClean = true;
    const { earlier, dropped } = await endLoad(lock, month(), added + known);
    return { added, changed, gone: earlier - known, dropped: dropped.map(String) };
  } catch (error) {
    // If this fails too, the next load removes it.
    await lock.query("SELECT public.clear_sircip_load()").then(
      () => lock.query("COMMIT"),
      () => undefined,
    );
    throw error;
  } finally {
    writer.release(!isClean);
  }
}

/**
 * Makes what was written the month. A table is dropped for it, which nobody may be reading: a backup may read for an hour, and sales must not wait
 * for it behind the load.
 */
async function endLoad(lock: pg.PoolClient, { period, adhesion }: PadronMonth, rows: number) {
  for (;;) {
    await lock.query(`SAVEPOINT unended; SET LOCAL lock_timeout = ${endLockMs}`);
    try {
      const ended = await lock.query<{ earlier: number; dropped: number[] }>(
        "SELECT * FROM public.end_sircip_load($1, $2, $3, $4)",
        [Number(period), JSON.stringify(adhesion), rows, keptPeriods],
      );
      return ended.rows[0] ?? { earlier: 0, dropped: [] };
    } catch (error) {
      if (!isOfHeldLock(error)) throw error;
      await lock.query("ROLLBACK TO unended");
    }
    await delay(endRestMs);
  }
}

/** Writes all rows, each chunk in its own transaction, and rests behind each. */
async function writeAll(
  writer: pg.PoolClient,
  rows: AsyncIterable<PadronRow[]>,
  month: () => PadronMonth,
): Promise<{ added: number; changed: number; known: number }> {
  const sum = { added: 0, changed: 0, known: 0 };
  let begun: { isReplaced: boolean } | undefined;
  let beganAtMs = performance.now();
  for await (const chunk of rows) {
    const { period } = month();
    begun ??= await begin(writer, period);
    await write(writer, chunk, period);
    const { known, changed } = begun.isReplaced ? await compare(writer, chunk, period) : { known: 0, changed: 0 };
    sum.added += chunk.length - known;
    sum.changed += changed;
    sum.known += known;
    await delay(Math.min(maxRestMs, restsPerWork * (performance.now() - beganAtMs)));
    beganAtMs = performance.now();
  }
  return sum;
}

/** Whether it got the lock: not while another load is under way. */
async function hasLock(lock: pg.PoolClient): Promise<boolean> {
  try {
    await lock.query("SELECT public.lock_sircip_load()");
    return true;
  } catch (error) {
    if (isOfHeldLock(error)) return false;
    throw error;
  }
}

async function begin(writer: pg.PoolClient, period: string): Promise<{ isReplaced: boolean }> {
  const { rows } = await writer.query<{ isReplaced: boolean }>('SELECT public.begin_sircip_load($1) AS "isReplaced"', [
    Number(period),
  ]);
  return { isReplaced: rows[0]?.isReplaced ?? false };
}

/** Copies a chunk: an INSERT would take twice the time, and write more WAL. */
async function write(client: pg.PoolClient, rows: PadronRow[], period: string): Promise<void> {
  const stream = client.query(
    copyFrom("COPY public.sircip_loading (cuit, period, seat, crc, letter, digits, name) FROM STDIN"),
  );
  stream.end(rows.map((row) => copyLineOf(row, period)).join(""));
  await finished(stream);
}

/** Row in the text format of COPY. Of the columns only the name may have what the format escapes. */
const copyLineOf = ({ cuit, seat, crc, letter, digits, name }: PadronRow, period: string): string =>
  `${cuit}\t${period}\t${seat}\t${crc}\t${letter}\t\\\\x${digits}\t${name.replace(/[\\\t\n\r]/g, "\\$&")}\n`;

/** Counts what the month had of a chunk before. One array a column: the statement is parsed once, whatever its number of rows. */
async function compare(
  client: pg.PoolClient,
  rows: PadronRow[],
  period: string,
): Promise<{ known: number; changed: number }> {
  const { rows: counted } = await client.query<{ known: number; changed: number }>({
    name: "talonario_compare_padron",
    text: `SELECT count(*)::int AS known,
        count(*) FILTER (WHERE (t.seat, t.crc, t.letter, t.digits, t.name) <> (r.seat, r.crc, r.letter::"char", decode(r.digits, 'hex'), r.name))::int AS changed
      FROM unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::text[], $5::text[], $6::text[]) AS r(cuit, seat, crc, letter, digits, name)
      JOIN public.sircip_taxpayer t ON t.period = $7::int AND t.cuit = r.cuit`,
    values: [
      rows.map(({ cuit }) => cuit),
      rows.map(({ seat }) => seat),
      rows.map(({ crc }) => crc),
      rows.map(({ letter }) => letter),
      rows.map(({ digits }) => digits),
      rows.map(({ name }) => name),
      Number(period),
    ],
  });
  return counted[0] ?? { known: 0, changed: 0 };
}
