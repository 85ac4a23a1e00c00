import { randomUUID } from "node:crypto";
import { exchangeReachability } from "../../shared/db/issuing/issuer-hearings.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { Log } from "../../shared/logging/log.js";
import { createIsolationDetector } from "./isolation-detector.js";

/** Reachability of the authority from the issuers, compared on PostgreSQL. @param ask asks it about a sequence */
export function openIsolationDetector(db: Database, log: Log, ask: (key: SequenceKey) => Promise<unknown>) {
  const issuer = randomUUID();
  return createIsolationDetector({
    exchange: (own) => exchangeReachability(db, issuer, own),
    ask,
    monotonicMs: () => performance.now(),
    turned: (production, isIsolated) =>
      log.warn(
        { production },
        isIsolated ? "the tax authority answers others alone" : "the tax authority answers again",
      ),
  });
}
