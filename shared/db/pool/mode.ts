/**
 * PostgreSQL's settings that differ between kinds of work, and those that must not be the role's: whoever has a role can give it settings of its
 * own, for all who connect as it. Null leaves a setting as the server or the address has it. They are told by a statement and not at the
 * connection's opening: so connections serve every kind, and a pool in between need not know them.
 */
export type Mode = readonly (string | null)[];

interface ModeOptions {
  statementMs: number;
  lockMs: number;
  abandonedMs: number;
  onePlan: boolean;
  mayForget: boolean;
  searchPath: string;
}

const settings = [
  "search_path",
  "default_transaction_isolation",
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

/** Interns the mode of equal options: a connection knows it again. */
export function modeOf({ searchPath, statementMs, lockMs, abandonedMs, onePlan, mayForget }: ModeOptions): Mode {
  const times = [`${statementMs}`, `${lockMs}`, `${abandonedMs}`];
  const mode = [
    searchPath,
    "read committed",
    ...times,
    mayForget ? "off" : null,
    "0",
    "off",
    onePlan ? "force_generic_plan" : null,
  ];
  const key = JSON.stringify(mode);
  const same = known.get(key) ?? mode;
  known.set(key, same);
  return same;
}

/** A commit waits for the disk unless this work, the server or the database says otherwise. */
const notByRole = `(SELECT 'on' FROM pg_catalog.pg_db_role_setting s WHERE s.setrole = (SELECT oid FROM pg_catalog.pg_roles WHERE rolname = session_user) AND 'synchronous_commit=off' = ANY (s.setconfig) LIMIT 1)`;

const toldValue = (name: string, place: number) =>
  name === "synchronous_commit" ? `coalesce($${place}, ${notByRole})` : `$${place}`;

const text = `SELECT ${settings.map((name, index) => `set_config('${name}', ${toldValue(name, index + 1)}, false)`).join(", ")}`;

export const tellMode = (mode: Mode) => ({ name: "talonario_mode", text, values: [...mode] });
