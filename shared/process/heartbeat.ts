import { randomUUID } from "node:crypto";
import { version } from "../assets/version.js";
import { runPeriodically } from "../concurrency/run-periodically.js";
import {
  deregisterProcess,
  measureClockAhead,
  type ProcessKind,
  recordHeartbeat,
} from "../db/incarnation/serving-processes.js";
import type { Statements } from "../db/pool/database.js";
import type { Log } from "../logging/log.js";

const everyMs = 10_000;

/**
 * Tells the database that this process serves, until `stop`: one row, every ten seconds. Start it last, so that it is stopped first.
 * Source: api/admin/README.md, "Who serves".
 */
export function startHeartbeat(db: Statements, kind: ProcessKind, log: Log): { stop(): Promise<void> } {
  const id = randomUUID();
  const give = async () => recordHeartbeat(db, { id, kind, version, clockAheadMs: await measureClockAhead(db) });
  const signs = runPeriodically(give, everyMs, log, "sign of life", { atOnce: true });
  return {
    async stop() {
      await signs.stop();
      await deregisterProcess(db, id);
    },
  };
}
