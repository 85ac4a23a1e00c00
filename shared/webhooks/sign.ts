import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** A new secret of an endpoint: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/**
 * The headers that prove where a message comes from. Each secret signs, so that receivers may still know only the old one after
 * a rotation. Source: Standard Webhooks, "Signature scheme".
 *
 * @param id the event's, the same at every attempt
 * @param at of this attempt: receivers refuse what is older than some minutes
 * @param body exactly as it is sent
 */
export const signWebhook = (
  secrets: readonly string[],
  id: string,
  at: Date,
  body: string,
): Record<string, string> => ({
  "webhook-id": id,
  "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
  "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(" "),
});
