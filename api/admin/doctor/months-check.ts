import { tablesByMonth } from "../../../shared/db/migrate/months.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { type CheckResult, failed, passed } from "./check.js";

/** A month may be in use when it could go. After so many days something holds it, or nobody sweeps. */
const patienceDays = 2;

/** Whether the months of what is kept by days come and go: the next one has its partition, and none stays that is over. */
export async function checkMonths(db: Database): Promise<CheckResult> {
  const name = "months";
  const [found] = await db.$queryRaw<[{ lacking: string[]; staying: string[] }]>`
    SELECT coalesce(array_agg(t) FILTER (WHERE t || to_char(now() AT TIME ZONE 'UTC' + interval '1 month', '_YYYY_MM') NOT IN (SELECT m.name FROM months_of(t) m)), '{}') AS lacking,
      coalesce((SELECT array_agg(m.name ORDER BY m.name) FROM unnest(array_agg(t)) o, months_of(o) m
        WHERE m.ends <= now() - make_interval(days => kept_days(o) + ${patienceDays})), '{}') AS staying
    FROM unnest(${[...tablesByMonth]}::text[]) AS t`;
  if (found.staying.length > 0)
    return failed(
      name,
      `nothing in ${found.staying.join(", ")} is kept any more, and it is still there`,
      "See which session holds it for long (pg_locks, pg_stat_activity), and the issuer's log.",
    );
  if (found.lacking.length > 0)
    return failed(
      name,
      `the next month of ${found.lacking.join(", ")} has no partition: its rows will be deleted one by one`,
      "Run an issuer: it makes them every ten minutes. See its log.",
    );
  return passed(name, "the next one is there, and none stays that is over");
}
