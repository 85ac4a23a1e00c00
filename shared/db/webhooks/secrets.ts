import type { Opener } from "../../sealing/opener.js";
import type { Sealer } from "../../sealing/sealer.js";
import type { Database, Statements, Transaction } from "../pool/database.js";

/** How long the secret before the newest still signs. Source: api/README.md, "Webhooks". */
const overlapHours = 24;

const contextOf = (webhookId: number) => `webhook-secret:${webhookId}`;

/** An endpoint's secret cannot be had until somebody does something about it. The message says what. */
export class UnopenedSecretError extends Error {
  override name = "UnopenedSecretError";
}

/** Gives an endpoint its newest secret. Of the earlier ones only the newest is kept. */
export async function addWebhookSecret(
  tx: Transaction,
  sealer: Sealer,
  webhookId: number,
  secret: string,
): Promise<void> {
  const sealed = await sealer.seal(secret, contextOf(webhookId));
  await tx.$executeRaw`
    DELETE FROM webhook_secret WHERE webhook_id = ${webhookId}
      AND id < (SELECT max(id) FROM webhook_secret WHERE webhook_id = ${webhookId})`;
  await tx.$executeRaw`INSERT INTO webhook_secret (webhook_id, sealed) VALUES (${webhookId}, ${sealed})`;
}

/**
 * The secrets that sign for an endpoint now, the newest first.
 * @throws UnopenedSecretError when the newest does not open
 */
export async function openWebhookSecrets(db: Database, opener: Opener, webhookId: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ sealed: Uint8Array<ArrayBuffer>; isFormer: boolean }[]>`
    SELECT sealed, "isFormer" FROM (
      SELECT id, sealed, row_number() OVER newest > 1 AS "isFormer",
        row_number() OVER newest = 1 OR row_number() OVER newest = 2
          AND max(created_at) OVER () > now() - ${overlapHours} * interval '1 hour' AS signs
      FROM webhook_secret WHERE webhook_id = ${webhookId} WINDOW newest AS (ORDER BY id DESC)
    ) s WHERE signs ORDER BY id DESC`;
  const opened: string[] = [];
  for (const { sealed, isFormer } of rows) {
    try {
      opened.push(await opener.open(sealed, contextOf(webhookId)));
    } catch (error) {
      // A key that was lost must not hold up what a new secret signs.
      if (!isFormer)
        throw new UnopenedSecretError(`The secret of webhook ${webhookId} does not open: rotate it.`, { cause: error });
    }
  }
  if (opened.length === 0) throw new UnopenedSecretError(`Webhook ${webhookId} has no secret: rotate it.`);
  return opened;
}

/** Removes the secrets that sign no longer. */
export const purgeWebhookSecrets = (db: Database): Promise<number> => db.$executeRaw`
  DELETE FROM webhook_secret s WHERE EXISTS (SELECT FROM webhook_secret n
    WHERE n.webhook_id = s.webhook_id AND n.id > s.id AND n.created_at < now() - ${overlapHours} * interval '1 hour')`;

/** Records that this mailer opens what is sealed to the key. */
export async function publishWebhookKey(
  db: Database,
  { keyId, publicKey }: { keyId: string; publicKey: string },
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO webhook_key (id, public_key) VALUES (${keyId}, ${publicKey}) ON CONFLICT (id) DO UPDATE SET last_heartbeat_at = now()`;
}

/** The public key that a mailer named last. Undefined when none ever had a key. */
export async function findWebhookKey(
  db: Statements,
): Promise<{ keyId: string; publicKey: string; isInUse: boolean } | undefined> {
  const [row] = await db.$queryRaw<{ keyId: string; publicKey: string; isInUse: boolean }[]>`
    SELECT id AS "keyId", public_key AS "publicKey", last_heartbeat_at > now() - interval '3 minutes' AS "isInUse"
    FROM webhook_key ORDER BY last_heartbeat_at DESC, id LIMIT 1`;
  return row;
}
