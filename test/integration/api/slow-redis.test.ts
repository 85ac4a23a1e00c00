import { Redis } from "ioredis";
import { register } from "prom-client";
import { expect, test } from "vitest";
import { createApp } from "../../../api/compose/app.js";
import { startRedis } from "../../sandbox/servers/embedded-redis.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";

test("while Redis does not answer, requests hardly wait for the limits, which each process counts alone, and a metric says so", async () => {
  await using system = await openIssuingApp({ RATE_LIMIT_PER_MINUTE: "5", COMPANY_RATE_LIMIT_PER_MINUTE: "100" });
  const server = await startRedis();
  const [redis, other] = [new Redis(server.url), new Redis(server.url)];
  const app = createApp(system.deps, { redis, board: undefined });
  const headers = { authorization: `Bearer ${system.keys.keys.test}` };
  const ask = async () => (await app.request("/api/demo/quota", { headers })).status;
  expect(await ask()).toBe(200);

  await other.call("CLIENT", "PAUSE", "60000", "ALL");
  const beganMs = performance.now();
  const statuses = [];
  for (let index = 0; index < 6; index += 1) statuses.push(await ask());
  expect(statuses, "the first request counts too").toEqual([200, 200, 200, 200, 429, 429]);
  // Without a time-out the first request alone would wait for a minute.
  expect(performance.now() - beganMs).toBeLessThan(30_000);
  expect(await register.metrics()).toMatch(/talonario_rate_limit_fallbacks_total\{limit="rate"\} [1-9]/);

  redis.disconnect();
  other.disconnect();
  await server.stop();
});
