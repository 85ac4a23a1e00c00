import type { Database } from "./db/database.js";
import { createSchemaCheck } from "./db/migrate/schema-state.js";
import { within } from "./within.js";

/** What `/health/ready` says: `ok` decides whether the process is given work, the rest says why. */
export interface Readiness {
  ok: boolean;
  database: boolean;
  /** The database has every migration that this version knows. */
  migrations: boolean;
  /** Away it only makes everything slower: the database holds the truth. */
  redis: boolean;
  /** SIGTERM came: what is under way is finished, nothing new should be sent here. */
  stopping: boolean;
  [other: string]: boolean;
}

interface ReadinessDeps {
  db: Database;
  redis: { status: string };
  stopping: AbortSignal | undefined;
  /** What else this process cannot do without, by name. */
  needs?: Record<string, () => Promise<boolean>>;
}

const patienceMs = 3_000;

/** PostgreSQL, its migrations and `needs` decide; Redis is told. What fails or takes longer than 3 s is not there. */
export function createReadiness({ db, redis, stopping, needs = {} }: ReadinessDeps): () => Promise<Readiness> {
  const hasSchema = createSchemaCheck(db);
  const holds = (task: () => Promise<boolean>) => within(patienceMs, task()).catch(() => false);

  return async () => {
    const asked = {
      database: () => db.$queryRaw`SELECT 1`.then(() => true),
      migrations: hasSchema,
      ...needs,
    };
    const entries = await Promise.all(
      Object.entries(asked).map(async ([name, task]) => [name, await holds(task)] as const),
    );
    const found = { database: false, migrations: false, ...Object.fromEntries(entries) };
    const isStopping = stopping?.aborted ?? false;
    const ok = Object.values(found).every(Boolean) && !isStopping;
    return { ok, ...found, redis: redis.status === "ready", stopping: isStopping };
  };
}
