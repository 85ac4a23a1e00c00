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

/**
 * Where vouchers have parts, PostgreSQL 18.4 crashed once while it chose some of them at execution (a segmentation fault in
 * `perform_pruning_base_step`, in the statement that approves, beside others of the same companies, while it looked again at a row that
 * another transaction had changed); 14 never did. So from 18 on, what changes rows of several companies, or joins them, looks into every part
 * there, by its indexes: see `everyPart` in pool.ts.
 */
const text = `SELECT ${told.join(", ")},
  set_config('plan_cache_mode', CASE WHEN ${hasParts} THEN ${planOfParts} ELSE ${plan} END, false),
  set_config('enable_partition_pruning', CASE WHEN ${hasParts} AND current_setting('server_version_num')::int >= 180000 THEN ${pruning} END, false)`;

export const tellMode = (mode: Mode) => ({ name: "talonario_mode", text, values: [...mode] });
