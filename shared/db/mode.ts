import { partitionSchema } from "./migrate/partitions/partitioned-tables.js";

/**
 * PostgreSQL's settings that differ between kinds of work. Null leaves a setting as the server, the role or the address has it. They are
 * told by a statement and not at the connection's opening: so connections serve every kind, and a pool in between need not know them.
 */
export type Mode = readonly (string | null)[];

interface ModeOptions {
  statementMs: number;
  lockMs: number;
  abandonedMs: number;
  onePlan: boolean | "of parts";
  mayForget: boolean;
  searchPath: string | null;
  everyPart: boolean;
}

const settings = [
  "search_path",
  "statement_timeout",
  "lock_timeout",
  "idle_in_transaction_session_timeout",
  "synchronous_commit",
  // Starting workers, or compiling, takes ten times as long as nearly all of our statements.
  "max_parallel_workers_per_gather",
  "jit",
];

const known = new Map<string, Mode>();

/** The same one for the same options: a connection knows it again. */
export function modeOf({
  searchPath,
  statementMs,
  lockMs,
  abandonedMs,
  onePlan,
  mayForget,
  everyPart,
}: ModeOptions): Mode {
  const times = [`${statementMs}`, `${lockMs}`, `${abandonedMs}`];
  const plan = (isOne: boolean) => (isOne ? "force_generic_plan" : null);
  const ofParts = [plan(onePlan !== false), everyPart ? "off" : null];
  const mode = [searchPath, ...times, mayForget ? "off" : null, "0", "off", plan(onePlan === true), ...ofParts];
  const key = JSON.stringify(mode);
  const same = known.get(key) ?? mode;
  known.set(key, same);
  return same;
}

const told = settings.map((name, index) => `set_config('${name}', $${index + 1}, false)`);

const hasParts = `to_regnamespace('${partitionSchema}') IS NOT NULL`;
const [plan, planOfParts, pruning] = [1, 2, 3].map((place) => `$${settings.length + place}::text`);

const server = "current_setting('server_version_num')::int";

/**
 * From 18.0 to 18.6 PostgreSQL does not choose parts safely while a statement runs that waits for locked rows. It looks again at a row that
 * another transaction changed, keeps there what it needs for choosing, frees that memory, and reads it once more: a crash, or rows that it
 * does not see. 19.0 and what came before it may lack the mend too. With these versions, what changes rows of several companies, or joins
 * them, looks into every part, by its indexes: see `everyPart` in pool.ts. Source: PostgreSQL's commit 1b5dd3a; 14 to 17 never had it.
 */
const choosesBadly = `(${server} BETWEEN 180000 AND 180006 OR ${server} = 190000)`;

const text = `SELECT ${told.join(", ")},
  set_config('plan_cache_mode', CASE WHEN ${hasParts} THEN ${planOfParts} ELSE ${plan} END, false),
  set_config('enable_partition_pruning', CASE WHEN ${hasParts} AND ${choosesBadly} THEN ${pruning} END, false)`;

export const tellMode = (mode: Mode) => ({ name: "talonario_mode", text, values: [...mode] });
