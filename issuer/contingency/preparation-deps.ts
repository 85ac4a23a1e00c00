import type { ActiveCertificate } from "../../shared/db/company/certificates.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { Log } from "../../shared/logging/log.js";
import type { AuthorityOptions } from "../authority/wsfe/client.js";
import type { AuthorityAccess, IssuanceStore } from "../issuing/deps.js";

/** Dependencies of attending to contingencies: everything that must be ready before one, and closed after it. */
export interface PreparationDeps {
  db: Database;
  authority: AuthorityOptions;
  access: AuthorityAccess;
  store: Pick<IssuanceStore, "acquireSequence">;
  findCertificate(companyId: number, production: boolean): Promise<ActiveCertificate | undefined>;
  /** Milliseconds since 1970. */
  nowMs(): number;
  isStopping(): boolean;
  /** Whether others hear the authority of this environment, and this process does not: then it attends to nothing. */
  isIsolated(production: boolean): boolean;
  log: Log;
}
