import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { isSigned } from "../../../../api/payments/signature.js";

const secret = "the application's secret";
const nowMs = Date.parse("2026-11-28T12:00:00Z");
const ts = String(nowMs / 1_000);
const hmac = (text: string, key = secret) => createHmac("sha256", key).update(text).digest("hex");
const sent = {
  id: "123456",
  requestId: "aB-1",
  signature: `ts=${ts},v1=${hmac(`id:123456;request-id:aB-1;ts:${ts};`)}`,
};
const rules = { secret, maxAgeSeconds: undefined, nowMs };

test("what the provider signed is believed", () => {
  expect(isSigned(sent, rules)).toBe(true);
  expect(isSigned({ ...sent, signature: sent.signature.replace(",", " , ") }, rules)).toBe(true);
});

test("an id with letters is signed in its own case or in lower case", () => {
  for (const signed of ["ORD01AB", "ord01ab"]) {
    const signature = `ts=${ts},v1=${hmac(`id:${signed};request-id:aB-1;ts:${ts};`)}`;
    expect(isSigned({ id: "ORD01AB", requestId: "aB-1", signature }, rules)).toBe(true);
  }
});

test("parts that are absent are left out", () => {
  const signature = `ts=${ts},v1=${hmac(`id:123456;ts:${ts};`)}`;
  expect(isSigned({ id: "123456", requestId: undefined, signature }, rules)).toBe(true);
});

test.each([
  ["another id", { id: "123457" }],
  ["another request", { requestId: "aB-2" }],
  ["no request", { requestId: undefined }],
  ["another time", { signature: sent.signature.replace(ts, String(Number(ts) + 1)) }],
  ["another secret", { signature: `ts=${ts},v1=${hmac(`id:123456;request-id:aB-1;ts:${ts};`, "other")}` }],
  ["no signature", { signature: undefined }],
  ["an empty one", { signature: "" }],
  ["no hash", { signature: `ts=${ts}` }],
  ["half a hash", { signature: sent.signature.slice(0, -32) }],
  ["no hex", { signature: `ts=${ts},v1=${"z".repeat(64)}` }],
  ["no time", { signature: sent.signature.replace(/ts=\d+,/, "") }],
])("%s is refused", (_what, changed) => {
  expect(isSigned({ ...sent, ...changed }, rules)).toBe(false);
});

test("an old one is refused where an age is set, in seconds and in milliseconds", () => {
  for (const time of [ts, `${ts}000`]) {
    const signature = `ts=${time},v1=${hmac(`id:123456;request-id:aB-1;ts:${time};`)}`;
    const old = { ...rules, maxAgeSeconds: 300, nowMs: nowMs + 301_000 };
    expect(isSigned({ ...sent, signature }, { ...old, nowMs: nowMs + 299_000 })).toBe(true);
    expect(isSigned({ ...sent, signature }, old)).toBe(false);
  }
});
