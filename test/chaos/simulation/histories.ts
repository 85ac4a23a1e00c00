import { type Database, flush } from "./database.js";
import type { Row } from "./rows.js";
import type { World } from "./world.js";

/** The row of the table database_incarnation: the history that the database is on, and where the row was written. */
export interface HistoryRow extends Pick<Database, "place" | "branch" | "load"> {
  token: number;
  /** Those of before. */
  earlier: number[];
}

/** On which the database began. */
export const firstHistory = 1;

/** The tables that a copy has, and what else is in its files. */
const copied = [
  "rows",
  "sequences",
  "vouchers",
  "imported",
  "unused",
  "freed",
  "batches",
  "contingencies",
  "reports",
  "quotas",
  "lastPlace",
  "history",
  "idBase",
  "position",
  "place",
  "branch",
  "load",
] as const;

export type Standby = Pick<Database, (typeof copied)[number]>;

export const copyOf = (database: Database): Standby =>
  structuredClone(Object.fromEntries(copied.map((name) => [name, database[name]]))) as Standby;

/**
 * - failover: a standby that lags takes over, on a new timeline.
 * - dump: one is loaded over the database. Connections to it stay.
 * - template: a copy of the database within the server takes its place.
 * - folder: the server's files are copied back, and it is started as it is.
 */
export type WayBack = "failover" | "dump" | "template" | "folder";

/** The database is this copy of it from now on. Gives the rows of before and after. */
export function becomeCopy(database: Database, copy: Standby, way: WayBack): Row[] {
  const before = database.rows;
  const { position, place, branch } = database;
  const other = ++database.lastDrawn;
  const whereOf = {
    failover: { branch: other },
    dump: { position, place, branch, load: other },
    template: { position, place: other, branch },
    folder: {},
  };
  Object.assign(database, copy, whereOf[way], { hearings: [], leases: new Map() });
  if (way !== "dump") database.starts++;
  flush(database);
  return [...before, ...database.rows];
}

/**
 * As the SQL function `begin_incarnation`: draws another history, unless another process has done so since.
 * @param seen the history that is known to lack commits. Without it, the database itself says so.
 */
export function beginIncarnation(
  { world, database }: { world: World; database: Database },
  who: string,
  seen?: number,
) {
  if (database.timeline !== 0 && database.timeline !== seen) return;
  const { place, branch, load, history } = database;
  const token = ++database.lastDrawn;
  database.history = { token, earlier: [...history.earlier, history.token], place, branch, load };
  if (world.guards.idsMoveOn) database.idBase = largestId(database) + 1_000 * world.random.integer(1, 1_000_000);
  flush(database);
  world.tell(who, `notices that the database went back: history ${token}`);
}

const largestId = ({ idBase, ...tables }: Database): number =>
  Math.max(idBase, ...(["rows", "vouchers", "batches"] as const).flatMap((name) => tables[name].map(({ id }) => id)));

/** The next id of a table. After a crash it may be one of a row that was lost. */
export const nextId = (database: Database, table: "rows" | "vouchers" | "batches"): number =>
  Math.max(database.idBase, database[table].at(-1)?.id ?? 0) + 1;
