import { randomUUID } from "node:crypto";
import { keepRenewed } from "../../shared/concurrency/lease-renewal.js";
import { acquireLease, releaseLease, renewLease } from "../../shared/db/issuing/sequence-leases.js";
import type { Statements } from "../../shared/db/pool/database.js";
import type { Log } from "../../shared/logging/log.js";
import { sequenceName } from "../../shared/queues/issuance.js";
import type { HeldLock } from "../issuing/deps.js";
import type { TryLock } from "./fallback-lock.js";

const extendEveryMs = 3_000;

/** The lease of a sequence in PostgreSQL, for as long as its lock in Redis cannot be had. Each drain holds one of its own. */
export function createLease(db: Statements, log: Log, isStopping: () => boolean): TryLock<HeldLock | "taken"> {
  return {
    async tryAcquire(key) {
      const holder = randomUUID();
      if (!(await acquireLease(db, key, holder))) return "taken";
      const lease = keepRenewed(
        extendEveryMs,
        () => renewLease(db, key, holder),
        (error) =>
          log.warn(
            { error, sequence: sequenceName(key) },
            "the lease could not be extended; no new work starts under it",
          ),
      );
      return {
        isHeld: () => lease.isHeld() && !isStopping(),
        async release() {
          lease.stop();
          // A lease that cannot be ended expires by itself.
          await releaseLease(db, key, holder).catch(() => undefined);
        },
      };
    },
  };
}
