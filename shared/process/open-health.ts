import type { ProcessKind } from "../db/incarnation/serving-processes.js";
import type { Database } from "../db/pool/database.js";
import type { PoolOptions } from "../db/pool/pool.js";
import { createProbe } from "../db/pool/probe.js";
import { closing, type OnClose } from "../lifecycle/shutdown.js";
import type { Log } from "../logging/log.js";
import type { ProbedRedis } from "../queues/redis-breaker.js";
import { awaitMigrations } from "./await-migrations.js";
import { startHealthServer } from "./health-server.js";
import { startHeartbeat } from "./heartbeat.js";
import { createReadiness, type ReadinessDeps } from "./readiness.js";

interface OpenHealthDeps extends Pick<ReadinessDeps, "needs"> {
  config: { DATABASE_URL: string; METRICS_PORT?: number | undefined; LISTEN_ADDRESS?: string | undefined };
  db: Database;
  producer: ProbedRedis;
  log: Log;
  onClose: OnClose;
  stopping: AbortSignal;
  /** Hook for each connection that is opened. */
  onConnect?: PoolOptions["onConnect"];
}

/**
 * Serves the health of a process without an API, and waits for the database. Gives what to call once all the rest is open: from then on
 * the process is ready, and tells the others that it serves.
 */
export async function openHealth(kind: ProcessKind, parts: OpenHealthDeps): Promise<() => void> {
  const { config, db, producer, needs, log, onClose, stopping, onConnect } = parts;
  let isOpen = false;
  const probe = createProbe(config.DATABASE_URL, onConnect);
  const readiness = createReadiness({
    ...{ db, probe, redis: producer, stopping, isOpen: () => isOpen },
    ...(needs && { needs }),
  });
  const place = { port: config.METRICS_PORT, host: config.LISTEN_ADDRESS };
  closing(onClose, "health", await startHealthServer(place, readiness, log));
  await awaitMigrations(db, log, stopping);
  return () => {
    closing(onClose, "sign of life", startHeartbeat(db, kind, log));
    isOpen = true;
  };
}
