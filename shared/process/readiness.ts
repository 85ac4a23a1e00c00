import { withTimeout } from "../concurrency/with-timeout.js";
import { createSchemaCheck } from "../db/migrate/schema-state.js";
import type { Statements } from "../db/pool/database.js";
import type { DatabaseProbe } from "../db/pool/probe.js";
import { canWrite, type ProbedRedis } from "../queues/redis-breaker.js";

/** The answer of `/health/ready`. `ok` decides whether the process gets work; the rest says why. */
export interface Readiness {
  ok: boolean;
  /** PostgreSQL lets this process in and takes changes: its disk is not full either. */
  database: boolean;
  /** The database has every migration that this version knows. */
  migrations: boolean;
  /** Redis answers and takes writes. Reported only: without it everything is slower, but nothing stops. */
  redis: boolean;
  /** SIGTERM came: the process finishes the work it has, and should get no more. */
  stopping: boolean;
  [other: string]: boolean;
}

export interface ReadinessDeps {
  db: Statements;
  /** Whether a request would get a connection now, and its change would be taken. */
  probe: DatabaseProbe;
  redis: ProbedRedis;
  stopping: AbortSignal | undefined;
  /** Whether the process serves by now: all that it needs may be there a moment before. */
  isOpen?: (() => boolean) | undefined;
  /** Checks of other things that this process needs, by name. */
  needs?: Record<string, () => Promise<boolean>>;
  /** Checks that are reported only. */
  reports?: Record<string, () => Promise<boolean>>;
}

const timeoutMs = 3_000;

/** PostgreSQL, its migrations and `needs` decide `ok`, and `reports` do not. A check that fails or takes over 3 s counts as false. */
export function createReadiness({
  db,
  probe,
  redis,
  stopping,
  isOpen = () => true,
  needs = {},
  reports = {},
}: ReadinessDeps): () => Promise<Readiness> {
  const hasSchema = createSchemaCheck(db);
  const holds = (task: () => Promise<boolean>) => withTimeout(timeoutMs, task()).catch(() => false);

  return async () => {
    const asked = {
      database: () => probe().then(() => true),
      migrations: hasSchema,
      ...needs,
    };
    const ask = async (tasks: Record<string, () => Promise<boolean>>) => {
      const entries = Object.entries(tasks).map(async ([name, task]) => [name, await holds(task)] as const);
      return Object.fromEntries(await Promise.all(entries));
    };
    const [answered, reported] = await Promise.all([
      ask(asked),
      ask({ ...reports, redis: () => canWrite(redis, timeoutMs) }),
    ]);
    const found = { database: false, migrations: false, ...answered };
    const isStopping = stopping?.aborted ?? false;
    const ok = Object.values(found).every(Boolean) && isOpen() && !isStopping;
    return { ok, ...found, redis: false, ...reported, stopping: isStopping };
  };
}
