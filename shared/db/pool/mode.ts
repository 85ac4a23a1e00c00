import type pg from "pg";

export interface ModeOptions {
  /** The longest that one statement may run. */
  statementMs?: number;
  /** The longest that a statement may wait for a lock of another transaction. By default, as long as it may run. */
  lockMs?: number;
  /** Roll back a transaction after this idle time: its host may have died, and it still holds its locks. */
  abandonedMs?: number;
  /**
   * Use one generic plan for each prepared statement. By default, PostgreSQL may find that a plan for the actual values is
   * slightly better. Then it plans at every call, which takes longer than the call itself.
   */
  onePlan?: boolean;
  /**
   * A commit does not wait for the disk. A server that crashes may forget the last ones: only for what is harmless to do again.
   */
  mayForget?: boolean;
  /** The schemas in which names are looked up. By default `public`. */
  searchPath?: string;
}

/** Plan mode for prepared statements. Null leaves it as the server or the address has it. */
export const planMode = (onePlan: boolean): string | null => (onePlan ? "force_generic_plan" : null);

/** A commit waits for the disk unless this work, the server or the database says otherwise. */
const notByRole = `(SELECT 'on' FROM pg_catalog.pg_db_role_setting s WHERE s.setrole = (SELECT oid FROM pg_catalog.pg_roles WHERE rolname = session_user) AND 'synchronous_commit=off' = ANY (s.setconfig) LIMIT 1)`;

/**
 * Statement that tells a new connection PostgreSQL's settings: those that differ between kinds of work, and those that must not be the
 * role's, since whoever has a role can give it settings of its own, for all who connect as it. They are told by a statement and not at the
 * connection's opening: so a pool in between need not know them.
 */
export function tellMode(options: ModeOptions): pg.QueryConfig {
  const { statementMs = 15_000, lockMs = 0, abandonedMs = 20_000, onePlan = false, mayForget = false } = options;
  const settings: [name: string, value: string | null][] = [
    ["search_path", options.searchPath ?? "public"],
    ["default_transaction_isolation", "read committed"],
    ["statement_timeout", `${statementMs}`],
    ["lock_timeout", `${lockMs}`],
    ["idle_in_transaction_session_timeout", `${abandonedMs}`],
    // Starting workers, or compiling, takes ten times as long as nearly all of our statements.
    ["max_parallel_workers_per_gather", "0"],
    ["jit", "off"],
    ["plan_cache_mode", planMode(onePlan)],
    ["synchronous_commit", mayForget ? "off" : null],
  ];
  const told = settings.map(([name], at) => {
    const value = name === "synchronous_commit" ? `coalesce($${at + 1}, ${notByRole})` : `$${at + 1}`;
    return `set_config('${name}', ${value}, false)`;
  });
  return { text: `SELECT ${told.join(", ")}`, values: settings.map(([, value]) => value) };
}
