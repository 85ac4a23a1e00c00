import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { verifyWebhook } from "../../../../api/client/src/verify-webhook.js";

const secret = `whsec_${randomBytes(24).toString("base64")}`;
const now = Date.parse("2026-11-24T12:00:00Z");
const id = "evt_1";
const event = {
  type: "ping",
  timestamp: "2026-11-24T12:00:00.000Z",
  data: { webhookId: 1, production: false, name: "ñandú" },
};
const body = JSON.stringify(event);

/** As the reference library of Standard Webhooks signs. */
const sign = (key = secret, at = now, content = body) => ({
  "webhook-id": id,
  "webhook-timestamp": String(Math.floor(at / 1_000)),
  "webhook-signature": new Webhook(key).sign(id, new Date(at), content),
});

test("a genuine webhook gives its event, whatever form a server has for body and headers", async () => {
  const bytes = Buffer.from(body);
  for (const content of [body, bytes, new Uint8Array(bytes), new Uint8Array(bytes).buffer])
    for (const headers of [sign(), new Headers(sign()), { "Webhook-Id": id, ...sign(), "webhook-id": [id] }])
      expect(await verifyWebhook(content, headers, secret, { now })).toEqual(event);
});

test("one of several signatures is enough, during a change of the secret", async () => {
  const headers = sign();
  const other = sign(`whsec_${randomBytes(24).toString("base64")}`)["webhook-signature"];
  for (const signatures of [
    `${other} ${headers["webhook-signature"]}`,
    `v1a,${randomBytes(64).toString("base64")} ${headers["webhook-signature"]}`,
    `v1,§§§ ${headers["webhook-signature"]}`,
  ])
    expect(await verifyWebhook(body, { ...headers, "webhook-signature": signatures }, secret, { now })).toEqual(event);
});

describe("anything else is refused:", () => {
  const signature = sign()["webhook-signature"];
  const { "webhook-id": _, ...nameless } = sign();
  test.each([
    ["another body", `${body} `, sign()],
    ["another id", body, { ...sign(), "webhook-id": "evt_2" }],
    ["another time", body, { ...sign(), "webhook-timestamp": String(now / 1_000 + 1) }],
    ["another secret", body, sign(`whsec_${randomBytes(24).toString("base64")}`)],
    ["no signature", body, { ...sign(), "webhook-signature": "" }],
    ["no id", body, nameless],
    ["a signature of another version", body, { ...sign(), "webhook-signature": signature.replace("v1,", "v2,") }],
    ["a part of the signature", body, { ...sign(), "webhook-signature": signature.slice(0, -8) }],
    ["an empty signature", body, { ...sign(), "webhook-signature": "v1," }],
    ["a message of six minutes ago", body, sign(secret, now - 360_000)],
    ["a message of the future", body, sign(secret, now + 360_000)],
    ["a time that is none", body, { ...sign(), "webhook-timestamp": "NaN" }],
    [
      "the right signature behind many others",
      body,
      { ...sign(), "webhook-signature": `${"v1,AAAA ".repeat(99)}${signature}` },
    ],
  ])("%s", async (_name, content, headers) => {
    await expect(verifyWebhook(content, headers, secret, { now })).rejects.toMatchObject({
      name: "TalonarioError",
      code: "WEBHOOK_REFUSED",
    });
  });
});

test("a tolerance of one's own counts, and a secret that is none is the program's mistake", async () => {
  const old = sign(secret, now - 360_000);
  expect(await verifyWebhook(body, old, secret, { now, toleranceSeconds: 400 })).toEqual(event);
  for (const wrong of ["", "whsec_", "whsec_§§"])
    await expect(verifyWebhook(body, sign(), wrong, { now })).rejects.toThrow(TypeError);
});
