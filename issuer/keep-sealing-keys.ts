import { resealSecretForm } from "../shared/db/company/private-keys.js";
import { areIssuersNew, publishSealingKeys } from "../shared/db/company/sealing-keys.js";
import type { Database } from "../shared/db/database.js";
import type { Log } from "../shared/log.js";
import type { Opener } from "../shared/sealing/opener.js";
import type { Sealer } from "../shared/sealing/sealer.js";

/**
 * Tells the API which keys this issuer opens. Also seals private keys that an API of the version before sealed under the secret key
 * itself to its public half, once no issuer of that version can be left. To be called every minute.
 */
export function createKeyKeeping(db: Database, keys: { opener: Opener; sealer: Sealer }, log: Log) {
  const reported = new Set<number>();

  return async () => {
    await publishSealingKeys(db, keys.opener.publicKeys);
    if (!(await areIssuersNew(db))) return;
    const { resealed, unopened } = await resealSecretForm(db, keys);
    if (resealed > 0) log.info({ resealed }, "private keys were sealed to the public half of SECRET_KEY");
    for (const { certificate, reason } of unopened) {
      if (reported.has(certificate)) continue;
      reported.add(certificate);
      log.error({ certificate, reason }, "a private key does not open");
    }
  };
}
