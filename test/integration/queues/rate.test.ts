import type { Redis } from "ioredis";
import { expect, test } from "vitest";
import { z } from "zod";
import { createLog } from "../../../shared/logging/log.js";
import { defineQueue } from "../../../shared/queues/define-queue.js";
import { openQueue } from "../../../shared/queues/open-queue.js";
import { connectRedis } from "../../../shared/queues/redis.js";
import { serve } from "../../../shared/queues/serve.js";
import { startRedis } from "../../sandbox/servers/embedded-redis.js";
import { waitFor } from "../../sandbox/wait-for.js";

const numbers = defineQueue({ name: "numbers", data: z.object({ number: z.int() }), result: z.object({}) });

test("all workers of a queue together start no more jobs than its rate allows", async () => {
  const redis = await startRedis();
  const log = createLog("test", "silent");
  const connections: Redis[] = [];
  const connect = (role: "worker" | "producer") => {
    const connection = connectRedis(redis.url, log, role);
    connections.push(connection);
    return connection;
  };
  const begunAtMs: number[] = [];
  const queue = openQueue(numbers, connect("producer"));
  for (let number = 0; number < 8; number += 1) await queue.add(`number-${number}`, { number });

  // One job per tenth of a second.
  const servings = [1, 2].map(() =>
    serve(numbers, {
      connection: connect("worker"),
      concurrency: 5,
      perMinute: 600,
      log,
      process: async () => {
        begunAtMs.push(performance.now());
        return {};
      },
    }),
  );
  await waitFor(() => begunAtMs.length === 8, { message: "every job" });
  const [first = 0] = begunAtMs;
  // Seven waits of a tenth of a second. A busy machine can only make them longer.
  expect((begunAtMs.at(-1) ?? 0) - first).toBeGreaterThan(600);

  await Promise.all(servings.map((serving) => serving.close()));
  await queue.close();
  for (const connection of connections) connection.disconnect();
  await redis.stop();
});
