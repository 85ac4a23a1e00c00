import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../sandbox/wait-for.js";
import { type System, startSystem } from "../support/processes/system.js";
import { invoiceB } from "../support/samples/invoice.js";
import { expectEqualLedgers } from "./ledgers.js";

let system: System;
beforeAll(async () => {
  system = await startSystem({ processes: ["api", "issuer"], env: { LOCK_WAIT_MS: "4000" } });
});
afterAll(() => system?.[Symbol.asyncDispose]());

test("[R4 E2 S1] a caller that lost its answer gets its voucher with the same key", async () => {
  await system.authority.set({ latencyMs: 300 });
  const body = invoiceB({ idempotency: "sale-4711-6-1" });

  const lost = request(`${system.url}/invoices`, {
    method: "POST",
    headers: { authorization: `Bearer ${system.keys.keys.test}`, "content-type": "application/json" },
  });
  lost.on("error", () => undefined);
  lost.end(JSON.stringify(body));
  await waitFor(async () => (await system.authority.calls("FECAESolicitar")) === 1, {
    message: "the request at the authority",
    intervalMs: 10,
  });
  lost.destroy();

  const again = await system.request("/invoices", { method: "POST", body: invoiceB({ idempotency: "sale-4711-6-1" }) });
  expect([again.status, again.body.result.idempotencyHit]).toEqual([200, true]);
  expect(await expectEqualLedgers(system)).toHaveLength(1);
  await system.authority.set({ latencyMs: 0 });
});

test("[R5 E1] a request without a turn in time gets 429 with Retry-After, and nothing is issued for it", async () => {
  const sale = () => invoiceB({ posNumber: 2 });
  await system.request("/invoices", { method: "POST", body: sale() });
  const calls = await system.authority.calls("FECAESolicitar");
  await system.authority.set({ latencyMs: 8_000 });

  const slow = system.request("/invoices", { method: "POST", body: sale() });
  await waitFor(async () => (await system.authority.calls("FECAESolicitar")) === calls + 1, {
    message: "the first at the authority",
    intervalMs: 10,
  });
  const late = sale();
  const refused = await system.request("/invoices", { method: "POST", body: late });
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({
    ok: false,
    code: "VOUCHER_LOCK_TIMEOUT",
    details: { retryAfterMs: expect.any(Number) },
  });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await slow).status).toBe(201);

  await system.authority.set({ latencyMs: 0 });
  expect((await system.request("/invoices", { method: "POST", body: sale() })).body.result.voucherNumber).toBe(3);
  expect((await expectEqualLedgers(system)).map((row) => row.idempotency)).not.toContain(late.idempotency);
  expect((await system.request("/invoices", { method: "POST", body: late })).status).toBe(201);
});
