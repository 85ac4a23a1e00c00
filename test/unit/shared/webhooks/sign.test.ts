import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newWebhookSecret, signWebhook } from "../../../../shared/webhooks/sign.js";

test("a new secret is whsec_ and 32 random bytes", () => {
  const secrets = new Set(Array.from({ length: 100 }, newWebhookSecret));
  expect(secrets.size).toBe(100);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
  }
});

// Source: Standard Webhooks, the example of its reference libraries.
test("the specification's own example is signed as it says", () => {
  const at = new Date(1_614_265_330_999);
  const headers = signWebhook(
    ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    "msg_p5jXN8AQM9LWM0D4loKWxJek",
    at,
    '{"test": 2432232314}',
  );
  expect(headers).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("while two secrets are valid, a receiver that knows either one accepts the message", () => {
  const [newer, older, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
  const body = '{"type":"ping","data":{"ñ":"año"}}';
  const headers = signWebhook([newer, older], "evt_1", new Date(), body);
  expect(headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
  for (const secret of [newer, older]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(other).verify(body, headers)).toThrow("No matching signature");
});
