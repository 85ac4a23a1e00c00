import type { Database, Statements } from "../pool/database.js";

/** An issuer tells its keys every minute. After three minutes without a word nobody holds them. */
const inUse = "3 minutes";

/** Records that this issuer opens what is sealed to these keys. */
export async function publishSealingKeys(db: Database, keys: { keyId: string; publicKey: string }[]): Promise<void> {
  for (const { keyId, publicKey } of keys)
    await db.$executeRaw`
      INSERT INTO sealing_key (id, public_key) VALUES (${keyId}, ${publicKey})
      ON CONFLICT (id) DO UPDATE SET last_heartbeat_at = now()`;
}

/** The ids of the keys that running issuers open. Empty when none has run lately. */
export async function findSealingKeysInUse(db: Statements): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM sealing_key WHERE last_heartbeat_at > now() - ${inUse}::interval ORDER BY id`;
  return rows.map(({ id }) => id);
}

/** The keys that running issuers open, when the given one is not among them. Empty when all is well. */
export async function findForeignKeys(db: Statements, keyId: string): Promise<string[]> {
  const keys = await findSealingKeysInUse(db);
  return keys.includes(keyId) ? [] : keys;
}
