import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Redis } from "ioredis";
import { afterEach, expect, test } from "vitest";
import { startRedis } from "../../sandbox/servers/embedded-redis.js";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function ask<T>(url: string, question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { retryStrategy: () => null });
  redis.on("error", () => undefined);
  try {
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}

test("a server without a folder never evicts, and keeps nothing when it is stopped", async () => {
  const server = await startRedis();
  expect(await ask(server.url, (redis) => redis.config("GET", "maxmemory-policy"))).toEqual([
    "maxmemory-policy",
    "noeviction",
  ]);
  await server.stop();

  await expect(ask(server.url, (redis) => redis.ping())).rejects.toThrow();
});

test("with a folder the data survives a stop and a kill", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-redis-test-"));
  toClose.push(() => rmSync(folder, { recursive: true, force: true }));
  const start = async () => {
    const server = await startRedis({ folder });
    toClose.push(server.stop);
    return server;
  };

  const first = await start();
  await ask(first.url, (redis) => redis.set("stopped", "kept"));
  await first.stop();
  const second = await start();
  await ask(second.url, (redis) => redis.set("killed", "kept"));
  process.kill(second.pid, "SIGKILL");
  await second.exited;

  const third = await start();
  expect(await ask(third.url, (redis) => redis.mget("stopped", "killed"))).toEqual(["kept", "kept"]);
});
