import { TalonarioError } from "./error.js";
import type { WebhookEvent } from "./webhook-events.js";

/** What a web server gives of a request: `request.headers` of Node, Express, Hono or any `Request`. */
export type WebhookHeaders = { get(name: string): string | null } | Record<string, string | string[] | undefined>;

export interface VerifyOptions {
  /** How many seconds the webhook's time may be from ours, in either direction: 300 unless given. */
  toleranceSeconds?: number | undefined;
  /** Our time in milliseconds since 1970, when it is not the clock's. */
  now?: number | undefined;
}

// Two sign during a change of the secret. Nobody needs more, and each costs a computation.
const maxSignatures = 5;

/**
 * Gives the event of a webhook that is genuine and recent. `body` must be the bytes as they came, or their text, never JSON that was
 * parsed and written again. `secret` is the one that was shown when the webhook was made, `whsec_…`. Needs WebCrypto alone.
 * @throws TalonarioError `WEBHOOK_REFUSED`: answer 400, and do nothing
 * Source: Standard Webhooks, "Verifying webhook authenticity".
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) =>
    readHeader(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures)
    throw refusal("It lacks a header: webhook-id, webhook-timestamp or webhook-signature.");
  if (!/^\d+$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw refusal("It is too old or too new: perhaps somebody sends it again, or the clock is wrong.");

  const content = typeof body === "string" ? encoder.encode(body) : new Uint8Array(body);
  const key = await importKey(secret);
  const signed = join(encoder.encode(`${id}.${timestamp}.`), content);
  let isGenuine = false;
  for (const signature of signatures.split(" ").slice(0, maxSignatures)) {
    const [version, text = ""] = signature.split(",");
    const given = version === "v1" ? decodeBase64(text) : undefined;
    // It compares in constant time.
    if (given && (await crypto.subtle.verify("HMAC", key, given, signed))) isGenuine = true;
  }
  if (!isGenuine)
    throw refusal("It is not from Talonario, or was changed on its way, or the secret is another webhook's.");
  return JSON.parse(new TextDecoder().decode(content));
}

const encoder = /* @__PURE__ */ new TextEncoder();

const refusal = (reason: string) =>
  new TalonarioError(`The webhook is refused. ${reason}`, { code: "WEBHOOK_REFUSED" });

function readHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found[0] : (found as string | undefined);
}

async function importKey(secret: string) {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ""));
  if (!bytes || bytes.length === 0) throw new TypeError("The secret of the webhook is not one: whsec_ and base64.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
