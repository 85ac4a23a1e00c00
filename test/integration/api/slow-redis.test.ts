import { Redis } from "ioredis";
import { register } from "prom-client";
import { expect, test } from "vitest";
import { createApp } from "../../../api/compose/app.js";
import { createWindowLimiter } from "../../../api/middleware/window-limiter.js";
import { startRedis } from "../../sandbox/servers/embedded-redis.js";
import { waitFor } from "../../sandbox/wait-for.js";
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

test("what a process counted alone counts in Redis too, once it answers again", async () => {
  const server = await startRedis();
  const [redis, other] = [new Redis(server.url), new Redis(server.url)];
  const limiter = createWindowLimiter(redis, "made", 3);
  await limiter.consume("a");
  await other.call("CLIENT", "PAUSE", "60000", "WRITE");
  // Redis is asked for the first of these, and counts it late. The second it is not asked for.
  for (let time = 0; time < 2; time++) await limiter.consume("a");
  await other.call("CLIENT", "UNPAUSE");
  const counted = async () => Number(await other.get("talonario:made:a"));
  await waitFor(async () => (await counted()) === 2, { message: "the late count" });
  await waitFor(
    async () => {
      await limiter.consume("b", 0);
      return (await other.exists("talonario:made:b")) === 1;
    },
    { message: "Redis to be asked again" },
  );
  await expect(limiter.consume("a")).rejects.toMatchObject({ remainingPoints: 0 });
  redis.disconnect();
  other.disconnect();
  await server.stop();
});
