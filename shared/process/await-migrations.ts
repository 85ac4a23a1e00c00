import { setTimeout as delay } from "node:timers/promises";
import { migrateCommand } from "../config/config.js";
import { createSchemaCheck } from "../db/migrate/schema-state.js";
import type { Statements } from "../db/pool/database.js";
import type { Log } from "../logging/log.js";

const lookEveryMs = 1_000;

const notMigrated = () =>
  `the database is not migrated: run ${migrateCommand()}. This process waits, and serves nothing before that`;
const unanswered = "the database does not answer. This process waits, and serves nothing before it does";

/**
 * Resolves once the database has every migration that this version knows. Until then it says why it waits, whenever the reason is another
 * one. @throws the signal's reason once the process is to stop
 */
export async function awaitMigrations(db: Statements, log: Log, stopping: AbortSignal): Promise<void> {
  const hasSchema = createSchemaCheck(db);
  let told: string | undefined;
  const tell = (reason: string, error?: unknown) => {
    if (reason !== told) log.warn(error === undefined ? {} : { error }, reason);
    told = reason;
  };
  for (;;) {
    stopping.throwIfAborted();
    try {
      if (await hasSchema()) break;
      tell(notMigrated());
    } catch (error) {
      if (lacksSomething(error)) tell(notMigrated());
      else tell(unanswered, error);
    }
    await delay(lookEveryMs, undefined, { signal: stopping });
  }
  if (told !== undefined) log.info("the database is there, with all its migrations");
}

/** There is no table of migrations, or this process's role may not read it yet. Source: PostgreSQL's manual, appendix A. */
const lacksSomething = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ["42P01", "42501", "3F000"].includes(String(error.code));
