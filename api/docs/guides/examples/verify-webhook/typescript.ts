// Checks one webhook: its headers are in the environment and its body is the input, as a web server gives them to a program.
import { createHmac, timingSafeEqual } from "node:crypto";
import { buffer } from "node:stream/consumers";

interface Signed {
  id: string;
  timestamp: string;
  signature: string;
}

interface WebhookEvent {
  type: string;
  timestamp: string;
  data: { idempotency?: string };
}

/** `body` must be the bytes as they came: parsed and written again, JSON is not the same. */
function readWebhook(secret: string, { id, timestamp, signature }: Signed, body: Buffer): WebhookEvent {
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(ageSeconds <= 300)) throw new Error("too old or too new: perhaps somebody sends it again");

  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  // During a rotation there are two signatures. One must match.
  const isGenuine = signature.split(" ").some((one) => {
    const [version, text = ""] = one.split(",");
    const given = Buffer.from(text, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isGenuine) throw new Error("not from Talonario, or changed on its way");
  return JSON.parse(body.toString("utf8"));
}

const {
  WEBHOOK_SECRET = "",
  HTTP_WEBHOOK_ID: id = "",
  HTTP_WEBHOOK_TIMESTAMP: timestamp = "",
  HTTP_WEBHOOK_SIGNATURE: signature = "",
} = process.env;

try {
  const event = readWebhook(WEBHOOK_SECRET, { id, timestamp, signature }, await buffer(process.stdin));
  console.log(`genuine: ${id} ${event.type}`);
} catch (refusal) {
  console.log((refusal as Error).message);
  process.exitCode = 1;
}
