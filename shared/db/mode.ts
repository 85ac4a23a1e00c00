/**
 * PostgreSQL's settings that differ between kinds of work. Null leaves a setting as the server, the role or the address has it. They are
 * told by a statement and not at the connection's opening: so connections serve every kind, and a pool in between need not know them.
 */
export type Mode = readonly (string | null)[];

interface ModeOptions {
  statementMs: number;
  lockMs: number;
  abandonedMs: number;
  onePlan: boolean;
  mayForget: boolean;
  searchPath: string | null;
  everyPart: boolean;
}

const settings = [
  "search_path",
  "statement_timeout",
  "lock_timeout",
  "idle_in_transaction_session_timeout",
  "plan_cache_mode",
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
  const plan = onePlan ? "force_generic_plan" : null;
  const times = [`${statementMs}`, `${lockMs}`, `${abandonedMs}`];
  const mode = [searchPath, ...times, plan, mayForget ? "off" : null, "0", "off", everyPart ? "off" : null];
  const key = JSON.stringify(mode);
  const same = known.get(key) ?? mode;
  known.set(key, same);
  return same;
}

const told = settings.map((name, index) => `set_config('${name}', $${index + 1}, false)`);

/**
 * Where tables have partitions, PostgreSQL 18.4 crashed once while it chose some at execution (a segmentation fault in
 * `perform_pruning_base_step`, in the statement that approves, beside others of the same companies); 14 never did. So from 18 on, what
 * changes rows of several companies, or joins them, looks into every partition, by its indexes: see `everyPart` in pool.ts.
 */
const pruning = `set_config('enable_partition_pruning',
  CASE WHEN current_setting('server_version_num')::int >= 180000 THEN $${settings.length + 1}::text END, false)`;

const text = `SELECT ${[...told, pruning].join(", ")}`;

export const tellMode = (mode: Mode) => ({ name: "talonario_mode", text, values: [...mode] });
