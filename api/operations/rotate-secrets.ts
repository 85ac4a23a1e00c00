import { resealCertificates } from "../../shared/db/company/certificates.js";
import { resealTickets } from "../../shared/db/company/tickets.js";
import type { Database } from "../../shared/db/database.js";
import type { Seal } from "../../shared/seal.js";

const maxMs = 10 * 60_000;

/** Seals all that is sealed under a new key, all of it or nothing. Running it again does what is left. */
export function rotateSecrets(
  db: Database,
  keys: { from: Seal; to: Seal },
): Promise<{ certificates: number; tickets: number }> {
  return db.$transaction(
    async (tx) => {
      // Readers go on; whoever would seal anything meanwhile waits.
      await tx.$executeRaw`LOCK TABLE certificate, ticket IN EXCLUSIVE MODE`;
      return { certificates: await resealCertificates(tx, keys), tickets: await resealTickets(tx, keys) };
    },
    { timeout: maxMs },
  );
}
