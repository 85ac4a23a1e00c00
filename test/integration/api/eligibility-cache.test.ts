import { beforeAll, expect, test } from "vitest";
import { createEligibilityCache } from "../../../api/issuing/eligibility-cache.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

let nowMs = 1_000;
const system = await openForFile(openIssuingApp);
beforeAll(async () => {
  system.deps.eligibility = createEligibilityCache(system.deps.issuing, Date.now, { nowMs: () => nowMs });
});

let sent = 0;
const issue = (posNumber: number) => system.post(invoiceB({ idempotency: `eligibility-${++sent}`, posNumber }));
const enable = (posNumber: number, enabled: boolean) =>
  system.db.$executeRaw`UPDATE point_of_sale SET enabled = ${enabled} WHERE number = ${posNumber}`;
const grant = (vouchers: number) => system.db.$executeRaw`UPDATE plan SET monthly_vouchers = ${vouchers}`;

test("a point of sale that another process disables stops within half a second, and an enabled one works at once", async () => {
  expect((await issue(1)).status).toBe(201);
  await enable(1, false);
  expect((await issue(1)).status, "still cached").toBe(201);
  nowMs += 500;
  expect((await issue(1)).body.error).toContain("is disabled");
  await enable(1, true);
  expect((await issue(1)).status).toBe(201);
});

test("vouchers added to a used-up quota can be issued at once", async () => {
  expect((await issue(2)).status).toBe(201);
  nowMs += 500;
  await grant(1);
  expect((await issue(2)).body.code).toBe("SUBSCRIPTION_QUOTA_EXCEEDED");
  await grant(100_000);
  expect((await issue(2)).status).toBe(201);
});

test("a known key is answered from its row, even if the point of sale is cached", async () => {
  const body = invoiceB({ idempotency: "eligibility-again", posNumber: 1 });
  const first = await system.post(body);
  expect(first.status).toBe(201);
  expect(await system.post(body)).toMatchObject({ status: 200, body: { result: { id: first.body.result.id } } });
  expect((await system.post({ ...body, posNumber: 2 })).status).toBe(409);
});
