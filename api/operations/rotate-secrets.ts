import { resealPrivateKeys, type UnopenedKey } from "../../shared/db/company/private-keys.js";
import { resealTickets } from "../../shared/db/company/tickets.js";
import type { Database } from "../../shared/db/pool/database.js";
import { createOpener } from "../../shared/sealing/opener.js";
import { sealedTo } from "../../shared/sealing/sealed-form.js";
import { createSealer } from "../../shared/sealing/sealer.js";
import { publicKeyOf } from "../../shared/sealing/sealing-key.js";
import { createSecretSeal } from "../../shared/sealing/secret-seal.js";

const maxMs = 10 * 60_000;

/** How many were sealed under the new key, which private keys neither key opens, and the new public half. */
interface Rotation {
  certificates: number;
  tickets: number;
  unopened: UnopenedKey[];
  sealingKey: string;
}

/**
 * Seals all private keys and tickets under a new secret key (both 32 bytes, base64), all or none. A second run seals only those
 * that are not under it yet.
 *
 * @throws Error when neither key opens any private key, so that the keys given must be wrong
 */
export async function rotateSecrets(db: Database, { from, to }: { from: string; to: string }): Promise<Rotation> {
  const sealingKey = await publicKeyOf(to);
  const sealer = createSealer(sealingKey);
  const isSealed = (sealed: Uint8Array) => sealedTo(sealed) === sealer.keyId;
  const keys = { opener: await createOpener(from, to), sealer, isSealed };
  const seals = { from: createSecretSeal(from), to: createSecretSeal(to) };
  return db.$transaction(
    async (tx) => {
      // Readers go on. Processes that want to seal something wait.
      await tx.$executeRaw`LOCK TABLE certificate, ticket IN EXCLUSIVE MODE`;
      const { resealed, kept, unopened } = await resealPrivateKeys(tx, keys);
      const [first] = unopened;
      if (first && resealed + kept === 0)
        throw new Error(
          `Nothing was changed: none of the ${unopened.length} private keys opens. That of certificate ${first.certificate} ${first.reason}.`,
        );
      return { certificates: resealed, tickets: await resealTickets(tx, seals), unopened, sealingKey };
    },
    { timeout: maxMs },
  );
}
