import { afterEach, beforeEach, expect, test } from "vitest";
import { checkRedis } from "../../../api/admin/doctor/redis-checks.js";
import { checkSentinels } from "../../../api/admin/doctor/sentinel-checks.js";
import { createLog } from "../../../shared/logging/log.js";
import { subscribeToSettled } from "../../../shared/queues/announcements.js";
import { connectRedis } from "../../../shared/queues/redis.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { type SentinelGroup, startSentinelGroup } from "../../support/servers/sentinel-group.js";

const log = createLog("test", "silent");
let group: SentinelGroup;
beforeEach(async () => {
  group = await startSentinelGroup({ downAfterMs: 60_000 });
});
afterEach(() => group.stop());

/** Without a Sentinel's word: it would close the connections of a master that it relieves. */
const demote = async () => {
  const [master, replica] = group.servers;
  if (!master || !replica) throw new Error("the group has two servers");
  await replica.client.replicaof("NO", "ONE");
  await master.client.replicaof(replica.address, replica.port);
  return { master, replica };
};

test.each([
  ["READONLY", async () => void (await demote())],
  [
    "NOREPLICAS",
    async () => {
      const [master, replica] = group.servers;
      await master?.client.config("SET", "min-replicas-to-write", "1");
      await replica?.kill();
      await waitFor(async () => /connected_slaves:0/.test((await master?.client.info("replication")) ?? ""), {
        message: "the replica to be missed",
      });
    },
  ],
])(
  "who hears %s connects anew: a worker sends its command again, and a producer fails at once",
  async (said, begin) => {
    const [worker, producer] = (["worker", "producer"] as const).map((use) => connectRedis(group.url, log, use));
    if (!worker || !producer) throw new Error("two connections");
    try {
      for (const redis of [worker, producer])
        await waitFor(() => redis.status === "ready", { message: "a connection" });
      await worker.set("before", "1");
      await begin();

      let again = 0;
      for (const redis of [worker, producer]) redis.on("reconnecting", () => void again++);
      await expect(producer.set("one", "1")).rejects.toThrow(said);
      const waiting = worker.set("two", "2");
      await waitFor(() => again >= 3, { message: "both to look for a master again and again" });
      const [master] = group.servers;
      await master?.client.replicaof("NO", "ONE");
      await master?.client.config("SET", "min-replicas-to-write", "0");
      expect(await waiting).toBe("OK");
      expect(await master?.client.get("two")).toBe("2");
      await waitFor(() => producer.set("three", "3"), { message: "the producer to write" });
    } finally {
      for (const redis of [worker, producer]) redis.disconnect();
    }
  },
);

test("who only listens finds that its server hangs, and hears again afterwards", async () => {
  const [master] = group.servers;
  if (!master) throw new Error("the group has a master");
  const listener = connectRedis(group.url, log, "listener");
  try {
    const heard: string[] = [];
    await subscribeToSettled(listener, (id) => heard.push(String(id)));
    master.signal("SIGSTOP");
    await waitFor(() => listener.status !== "ready", { message: "the listener to give its connection up" });
    master.signal("SIGCONT");
    const isHeard = async () => (await master.client.publish("talonario:settled", "7")) === 1 && heard.length > 0;
    await waitFor(isHeard, { message: "the listener to hear" });
  } finally {
    listener.disconnect();
  }
});

test("doctor tells the master, and that too few Sentinels know one", async () => {
  const [master] = group.servers;
  expect(await checkRedis(group.url)).toEqual([
    { name: "redis", ok: true, detail: expect.stringMatching(/^version /) },
    { name: "redis memory", ok: true, detail: "noeviction" },
  ]);
  expect(await checkSentinels(group.url)).toEqual({
    ...{ name: "redis sentinels", ok: true },
    detail: `3 of 3 Sentinels name the master ${master?.address}:${master?.port}`,
  });

  const other = group.url.replace("/main?", "/other?");
  expect(await checkSentinels(other)).toMatchObject({
    ok: false,
    detail: "0 of 3 Sentinels know a master named other",
  });
  const [failed] = await checkRedis(other);
  expect(failed).toMatchObject({ name: "redis", ok: false, fix: expect.stringContaining("REDIS_URL") });
  const wrong = group.url.replace(/sentinelPassword=.*/, "sentinelPassword=wrong");
  expect(await checkSentinels(wrong)).toMatchObject({ ok: false, detail: expect.stringMatching(/^0 of 3/) });

  await Promise.all(group.sentinels.slice(1).map((one) => one.kill()));
  expect(await checkSentinels(group.url)).toMatchObject({ ok: false, detail: expect.stringMatching(/^1 of 3/) });
  expect(await checkRedis(group.url)).toMatchObject([{ ok: true }, { ok: true }]);
});
