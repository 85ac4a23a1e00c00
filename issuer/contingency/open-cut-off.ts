import { randomUUID } from "node:crypto";
import { exchangeHearings } from "../../shared/db/issuing/issuer-hearings.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { Log } from "../../shared/logging/log.js";
import { createCutOff } from "./cut-off.js";

/** What the issuers hear of the authority, compared on PostgreSQL. @param ask asks it about a sequence */
export function openCutOff(db: Database, log: Log, ask: (key: SequenceKey) => Promise<unknown>) {
  const issuer = randomUUID();
  return createCutOff({
    exchange: (own) => exchangeHearings(db, issuer, own),
    ask,
    monotonicMs: () => performance.now(),
    turned: (production, isCutOff) =>
      log.warn({ production }, isCutOff ? "the tax authority answers others alone" : "the tax authority answers again"),
  });
}
