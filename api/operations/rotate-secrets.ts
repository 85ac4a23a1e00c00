import { resealCertificates } from "../../shared/db/company/certificates.js";
import { resealTickets } from "../../shared/db/company/tickets.js";
import type { Database } from "../../shared/db/database.js";
import type { Seal } from "../../shared/seal.js";

const maxMs = 10 * 60_000;

/** Seals all private keys and tickets under a new key, all or none. A second run seals only those still under the old key. */
export function rotateSecrets(
  db: Database,
  keys: { from: Seal; to: Seal },
): Promise<{ certificates: number; tickets: number }> {
  return db.$transaction(
    async (tx) => {
      // Readers go on. Processes that want to seal something wait.
      await tx.$executeRaw`LOCK TABLE certificate, ticket IN EXCLUSIVE MODE`;
      return { certificates: await resealCertificates(tx, keys), tickets: await resealTickets(tx, keys) };
    },
    { timeout: maxMs },
  );
}
