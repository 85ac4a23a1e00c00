import { randomUUID } from "node:crypto";
import { endLease, extendLease, takeLease } from "../../shared/db/issuing/sequence-leases.js";
import type { Statements } from "../../shared/db/pool/database.js";
import type { Log } from "../../shared/logging/log.js";
import { sequenceName } from "../../shared/queues/issuance.js";
import type { HeldLock } from "../issuing/deps.js";
import type { OneLock } from "./stand-in-lock.js";

const extendEveryMs = 3_000;

/** The lease of a sequence in PostgreSQL, for as long as its lock in Redis cannot be had. Each drain holds one of its own. */
export function createLease(db: Statements, log: Log, isStopping: () => boolean): OneLock<HeldLock | "taken"> {
  return {
    async tryTake(key) {
      const holder = randomUUID();
      if (!(await takeLease(db, key, holder))) return "taken";
      let held = true;
      const lost = (error?: unknown) => {
        held = false;
        clearInterval(extending);
        log.warn(
          { error, sequence: sequenceName(key) },
          "the lease could not be extended; no new work starts under it",
        );
      };
      const extending = setInterval(
        () => extendLease(db, key, holder).then((isExtended) => (isExtended ? undefined : lost()), lost),
        extendEveryMs,
      );
      return {
        isHeld: () => held && !isStopping(),
        async release() {
          clearInterval(extending);
          // A lease that cannot be ended expires by itself.
          await endLease(db, key, holder).catch(() => undefined);
        },
      };
    },
  };
}
