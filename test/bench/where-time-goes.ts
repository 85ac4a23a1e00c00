import { Redis } from "ioredis";
import { drawTable } from "../../api/admin/table.js";
import type { Bench, Running } from "./open-bench.js";

/** What a kind of statement or command took of its server's time, per voucher. */
export interface Part {
  where: "PostgreSQL" | "Redis";
  /** The process that sent it. Redis does not tell. */
  by: string;
  what: string;
  calls: number;
  ms: number;
  /** Of these, PostgreSQL's to plan. */
  planMs: number;
}

/** Counts what the servers do from now on. */
export async function watchServers({ sql }: Bench, { redisUrl }: Running) {
  const redis = new Redis(redisUrl);
  await sql("SELECT pg_stat_statements_reset()");
  await redis.call("CONFIG", "RESETSTAT");
  return {
    async read(vouchers: number): Promise<Part[]> {
      const stats = String(await redis.call("INFO", "commandstats"));
      redis.disconnect();
      const statements = await sql<Omit<Part, "where">>(`
        SELECT r.rolname AS by, s.query AS what, sum(s.calls)::int AS calls, sum(s.total_exec_time + s.total_plan_time) AS ms,
          sum(s.total_plan_time) AS "planMs"
        FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname <> 'postgres' GROUP BY 1, 2`);
      const each = ({ calls, ms, planMs, ...part }: Part): Part => ({
        ...part,
        ...{ calls: calls / vouchers, ms: ms / vouchers, planMs: planMs / vouchers },
      });
      return [
        ...statements.map((one) => each({ ...one, where: "PostgreSQL", what: nameOf(one.what) })),
        ...readCommands(stats).map((one) => each({ ...one, where: "Redis", by: "", planMs: 0 })),
      ].sort((one, other) => other.ms - one.ms);
    },
  };
}

/** The name of a prepared statement, or how its text begins. */
const nameOf = (text: string) => /^\s*\/\* (\w+) \*\//.exec(text)?.[1] ?? text.replace(/\s+/g, " ").trim().slice(0, 60);

/** Lines such as `cmdstat_evalsha:calls=120,usec=3400,usec_per_call=28.33,…`. A script's time contains that of its commands. */
const readCommands = (stats: string) =>
  [...stats.matchAll(/^cmdstat_(\S+?):calls=(\d+),usec=(\d+)/gm)].map(([, what = "", calls, us]) => ({
    what,
    calls: Number(calls),
    ms: Number(us) / 1_000,
  }));

export function drawParts(parts: Part[]): string {
  const seen = parts.filter(({ ms, calls }) => ms >= 0.002 || calls >= 0.05);
  const rows = seen.map(({ where, by, what, calls, ms, planMs }) => [
    ...[where, by, what],
    ...[calls.toFixed(2), ms.toFixed(3), planMs.toFixed(3)],
  ]);
  return drawTable(["where", "by", "what", "calls", "ms", "planning"], rows, "");
}
