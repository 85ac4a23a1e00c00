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
  "plan_cache_mode",
];

const known = new Map<string, Mode>();

/** The same one for the same options: a connection knows it again. */
export function modeOf({ searchPath, statementMs, lockMs, abandonedMs, onePlan, mayForget }: ModeOptions): Mode {
  const times = [`${statementMs}`, `${lockMs}`, `${abandonedMs}`];
  const mode = [searchPath, ...times, mayForget ? "off" : null, "0", "off", onePlan ? "force_generic_plan" : null];
  const key = JSON.stringify(mode);
  const same = known.get(key) ?? mode;
  known.set(key, same);
  return same;
}

const text = `SELECT ${settings.map((name, index) => `set_config('${name}', $${index + 1}, false)`).join(", ")}`;

export const tellMode = (mode: Mode) => ({ name: "talonario_mode", text, values: [...mode] });
