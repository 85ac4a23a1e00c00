import type pg from "pg";
import type { Adhesion } from "../../domain/perceptions/province-digit.js";
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

/** Options of the share that loads. The index of a month, and its comparison with what was there, are one statement each. */
export const loadShare = { statementMs: 600_000, abandonedMs: 600_000 };

/** Another load is under way: PostgreSQL's lock_not_available. */
const lockNotAvailable = "55P03";

/**
 * Loads a month of the padrón in one transaction: it is replaced as a whole or not at all, and read without a wait meanwhile. While some rows are
 * written the next ones are made. Undefined when another load is under way.
 * @param rows in chunks. What they throw ends the load, and nothing is changed
 * @param month its period is known with the first rows, the rest behind the last one
 */
export async function loadPadron(
  from: Source,
  rows: AsyncIterable<PadronRow[]>,
  month: () => PadronMonth,
): Promise<LoadedPadron | undefined> {
  const { pool, close } = openPool(from, { connections: 1, ...loadShare });
  try {
    const client = await pool.connect();
    let isClean = false;
    try {
      const loaded = await loadWith(client, rows, month);
      isClean = true;
      return loaded;
    } finally {
      // One that failed is not used again. Its end rolls back.
      client.release(!isClean);
    }
  } finally {
    await close();
  }
}

async function loadWith(
  client: pg.PoolClient,
  rows: AsyncIterable<PadronRow[]>,
  month: () => PadronMonth,
): Promise<LoadedPadron | undefined> {
  await client.query("BEGIN");
  if (!(await begin(client))) {
    await client.query("ROLLBACK");
    return undefined;
  }
  let writing: Promise<unknown> = Promise.resolve();
  try {
    for await (const chunk of rows) {
      await writing;
      writing = client.query(insertion(chunk, month().period));
      // Told at the next await.
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
  const { period, adhesion } = month();
  const ended = await client.query<Omit<LoadedPadron, "dropped"> & { dropped: number[] }>(
    "SELECT * FROM public.end_sircip_load($1, $2, $3)",
    [Number(period), JSON.stringify(adhesion), keptPeriods],
  );
  await client.query("COMMIT");
  const [changes] = ended.rows;
  if (!changes) throw new Error("the load of the padrón ended without a word");
  return { ...changes, dropped: changes.dropped.map(String) };
}

async function begin(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query("SELECT public.begin_sircip_load()");
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === lockNotAvailable) return false;
    throw error;
  }
}

/** One array a column: a statement that is parsed once, whatever its number of rows. */
const insertion = (rows: PadronRow[], period: string): pg.QueryConfig => ({
  name: "talonario_load_padron",
  text: `INSERT INTO public.sircip_loading (cuit, period, seat, crc, letter, digits, name)
    SELECT r.cuit, $7::int, r.seat, r.crc, r.letter::"char", decode(r.digits, 'hex'), r.name
    FROM unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::text[], $5::text[], $6::text[]) AS r(cuit, seat, crc, letter, digits, name)`,
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
