import type { Database } from "../../../shared/db/pool/database.js";
import { findWebhookKey } from "../../../shared/db/webhooks/secrets.js";
import { measureWebhooks } from "../../../shared/db/webhooks/waiting.js";
import { type CheckResult, failed, passed } from "./check.js";

const lateSeconds = 300;

/** Whether a mailer runs that can sign what webhooks wait for. */
export async function checkWebhooks(db: Database): Promise<CheckResult> {
  const name = "webhooks";
  const { endpoints, oldestSeconds } = await measureWebhooks(db);
  if (endpoints === 0) return passed(name, "there are none");
  const key = await findWebhookKey(db);
  if (!key?.isInUse)
    return failed(name, "no mailer runs that has their key", "Run a mailer with the WEBHOOK_KEY that the others had.");
  if (oldestSeconds > lateSeconds)
    return failed(
      name,
      `a delivery has waited for ${Math.round(oldestSeconds)} s, and its endpoint does not fail`,
      "See the mailer's log and whether Redis works.",
    );
  return passed(name, `${endpoints} enabled; the key ${key.keyId}`);
}
