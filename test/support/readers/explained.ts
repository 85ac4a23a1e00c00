import pg from "pg";
import type { Database } from "../../../shared/db/pool/database.js";
import { createRawSql } from "../../../shared/db/sql/raw-sql.js";

/** A step of a plan, as PostgreSQL writes it in JSON. */
interface PlanStep {
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Filter?: string;
  /** In a plan that ran: how often. */
  "Actual Loops"?: number;
  /** A mean. */
  "Actual Rows"?: number;
  "Rows Removed by Filter"?: number;
  /** Parts of a table that were left out before it ran. */
  "Subplans Removed"?: number;
  Plans?: PlanStep[];
  [other: string]: unknown;
}

/** A prepared statement that ran, with its plan for any values. */
export interface Explained {
  name: string;
  text: string;
  plan: PlanStep;
}

/** A connection of a superuser whose prepared statements have one plan for all values, and tell it. Not for transactions. */
export async function openExplained(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET auto_explain.log_analyze = on;
    SET auto_explain.log_timing = off; SET auto_explain.log_format = json; SET client_min_messages = log;
    SET plan_cache_mode = force_generic_plan; SET max_parallel_workers_per_gather = 0; SET jit = off`);
  const ran: Explained[] = [];
  client.on("notice", ({ message = "" }) => {
    if (!message.startsWith("duration")) return;
    const { "Query Text": text, Plan: plan } = JSON.parse(message.slice(message.indexOf("{")));
    ran.push({ name: /^\/\* (\S+) \*\//.exec(text)?.[1] ?? "", text, plan });
  });
  return {
    db: createRawSql((query) => client.query(query)) as Database,
    /** What ran since it was asked last. */
    takeRan: () => ran.splice(0),
    /** The plan of a statement without running it. */
    async planOf(text: string): Promise<PlanStep> {
      const most = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
      await client.query(`PREPARE asked AS ${text}`);
      const values = most > 0 ? `(${Array(most).fill("NULL").join(", ")})` : "";
      const { rows } = await client.query(`EXPLAIN (FORMAT JSON) EXECUTE asked${values}`);
      await client.query("DEALLOCATE asked");
      return rows[0]["QUERY PLAN"][0].Plan;
    },
    close: () => client.end(),
  };
}

/** All the steps of a plan. */
export const stepsOf = (plan: PlanStep): PlanStep[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];
