import { adminCommand } from "../../../shared/config/config.js";
import { tablesByMonth } from "../../../shared/db/migrate/months.js";
import { countersLeft, leastLeft } from "../../../shared/db/pool/counters.js";
import type { Database, Statements } from "../../../shared/db/pool/database.js";
import type { UsableConfig } from "../config.js";
import { lookAtWatermarks } from "../look-at-watermarks.js";
import { type CheckResult, failed, passed } from "./check.js";

/** Whether enough is left of every counter of ids: where one ends, nothing more is recorded. */
export async function checkCounters(db: Statements): Promise<CheckResult> {
  const name = "counters";
  const low = (await countersLeft(db)).filter(({ left }) => left < leastLeft);
  if (low.length === 0) return passed(name, "at least a tenth is left of every counter of ids");
  const told = low.map(({ counter, left }) => `${(left * 100).toFixed(1)} % of ${counter}`);
  return failed(
    name,
    `only ${told.join(", ")} is left`,
    "Find out what draws so many ids, and upgrade to a version that has the column as bigint before the counter ends.",
  );
}

/** A month may be in use when it could go. After so many days something holds it, or nobody sweeps. */
const patienceDays = 2;

/** Whether the months of what is kept by days come and go: the next one has its partition, and none stays that is over. */
export async function checkMonths(db: Database): Promise<CheckResult> {
  const name = "months";
  const [found] = await db.$queryRaw<[{ lacking: string[]; staying: string[] }]>`
    SELECT coalesce(array_agg(t) FILTER (WHERE t || to_char(now() AT TIME ZONE 'UTC' + interval '1 month', '_YYYY_MM') NOT IN (SELECT m.name FROM months_of(t) m)), '{}') AS lacking,
      coalesce((SELECT array_agg(m.name ORDER BY m.name) FROM unnest(array_agg(t)) o, months_of(o) m
        WHERE m.ends <= now() - make_interval(days => retention_days(o) + ${patienceDays})), '{}') AS staying
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

/** Whether what is kept outside the database is an issuer's, and nothing waits because of it. */
export async function checkWatermarks(
  db: Statements,
  config: Pick<UsableConfig, "REDIS_URL" | "PDF_STORAGE_URL">,
): Promise<CheckResult> {
  const name = "watermark";
  const { watermarks, waitingFor } = await lookAtWatermarks(db, config);
  if (waitingFor !== null)
    return failed(name, `nothing is numbered: ${waitingFor}`, adminCommand("database watermark"));
  const forged = watermarks.filter(({ verdict }) => verdict === "forged").map(({ where }) => where);
  if (forged.length > 0)
    return failed(
      name,
      `no issuer signed what ${forged.join(" and ")} holds`,
      "An issuer writes its own over it. If it comes again, somebody else writes there: change the password, and see who has it.",
    );
  return passed(name, `${watermarks.length} kept outside the database`);
}
