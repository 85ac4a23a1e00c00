import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { openPools } from "../../../api/pools.js";
import { openDatabase } from "../../../shared/db/database.js";
import { readHistoryStanding } from "../../../shared/db/history.js";
import { isCurrent, takeSequence } from "../../../shared/db/issuing/sequences.js";
import { createHistoryWatch } from "../../../shared/history/watch-history.js";
import { type Witness, witnessInRedis, witnessInStorage } from "../../../shared/history/witnesses.js";
import { openFileStorage } from "../../../shared/storage/file-storage.js";
import { type IssuingApp, openIssuingApp } from "../../support/processes/issuing-app.js";
import { keptLog } from "../../support/readers/kept-log.js";
import { openLines } from "../../support/samples/waiting-lines.js";
import { createDatabase } from "../../support/servers/database.js";
import { asProcess } from "../../support/servers/process-roles.js";
import { startTcpProxy } from "../../support/servers/tcp-proxy.js";

const folder = mkdtempSync(path.join(tmpdir(), "talonario-witness-"));
let system: IssuingApp;
let redis: Redis;
let kept: { redis: Witness; storage: Witness };
let own: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  system = await openIssuingApp();
  redis = new Redis(inject("redisUrl"));
  kept = { redis: witnessInRedis(redis), storage: witnessInStorage(openFileStorage(folder)) };
  own = openDatabase(asProcess(system.deps.config.DATABASE_URL, "issuer"), { connections: 4 });
});
afterAll(async () => {
  await own.close();
  redis.disconnect();
  await system[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const open = (witnesses: Witness[] = [kept.redis, kept.storage]) => {
  const { log, lines } = keptLog();
  return { watch: createHistoryWatch(witnesses, log), lines };
};

test("what is seen is kept in both places, and the next look finds nothing", async () => {
  const before = await readHistoryStanding(own.db);
  const { watch } = open();
  await watch.round(own.db);
  for (const witness of Object.values(kept)) {
    const seen = await witness.read(before.place);
    expect(seen).toMatchObject({ history: before.history, earlier: before.earlier });
    expect(seen?.position).toBeGreaterThanOrEqual(before.flushed);
  }
  for (let again = 0; again < 3; again++) await open().watch.round(own.db);
  expect((await readHistoryStanding(own.db)).history).toBe(before.history);
});

test.each(["redis", "storage"] as const)(
  "a log below the position in %s begins another history before a new connection is used",
  async (name) => {
    const line = await (await openLines(system))(1);
    const before = await readHistoryStanding(own.db);
    await kept[name].write({ ...before, position: before.position + 100_000_000n });
    const { watch, lines } = open();
    const fresh = openDatabase(asProcess(system.deps.config.DATABASE_URL, "issuer"), { onConnect: watch.connected });
    expect(await isCurrent(fresh.db, line.taken)).toBe(false);
    expect(await takeSequence(fresh.db, line.taken.key)).toMatchObject({ unverified: true });
    const after = await readHistoryStanding(fresh.db);
    expect(after.history).not.toBe(before.history);
    expect(after.earlier[0]).toBe(before.history);
    expect(lines).toMatchObject([{ level: 50, before: before.history, now: after.history }]);

    await watch.round(fresh.db);
    for (const witness of Object.values(kept))
      expect(await witness.read(after.place)).toMatchObject({ history: after.history });
    await open().watch.connected(fresh.db);
    expect((await readHistoryStanding(fresh.db)).history).toBe(after.history);
    await fresh.close();
  },
);

test("a copy from before the last history is noticed, and one history after another is not", async () => {
  const before = await readHistoryStanding(own.db);
  await kept.redis.write({ ...before, history: 7, earlier: before.earlier, position: before.position * 2n });
  await open().watch.connected(own.db);
  expect((await readHistoryStanding(own.db)).history).toBe(before.history);
  await kept.redis.write({ ...before, history: 8, earlier: [before.history], position: 1n });
  await open().watch.connected(own.db);
  expect((await readHistoryStanding(own.db)).history).not.toBe(before.history);
});

test("what is spoilt, of another database or not there proves nothing", async () => {
  const before = await readHistoryStanding(own.db);
  await redis.set(`talonario:database:${before.place}`, "{spoilt");
  await kept.storage.write({ ...before, place: "another/5", position: before.position * 2n });
  rmSync(path.join(folder, "database", before.place.split("/")[0] ?? ""), { recursive: true, force: true });
  const { watch, lines } = open();
  await watch.connected(own.db);
  expect((await readHistoryStanding(own.db)).history).toBe(before.history);
  expect(lines).toEqual([]);
});

test("an API's connections wait for an issuer while files were copied back", async () => {
  const url = asProcess(system.deps.config.DATABASE_URL, "api");
  const { issuing, close } = openPools(url, 4, open().watch.connectedBehindIssuers);
  const before = await readHistoryStanding(own.db);
  await kept.redis.write({ ...before, position: before.position + 100_000_000n });
  const ask = () => issuing.ofNobody.$queryRaw`SELECT 1 AS one`;
  await expect(ask()).rejects.toThrow("no issuer has noted it yet");
  await open().watch.round(own.db);
  await vi.waitFor(async () => expect(await ask()).toEqual([{ one: 1 }]), 10_000);
  await close();
});

test("an API keeps what it sees, too, and not while files were copied back", async () => {
  const { pages, close } = openPools(asProcess(system.deps.config.DATABASE_URL, "api"), 4);
  const before = await readHistoryStanding(own.db);
  await redis.del(`talonario:database:${before.place}`);
  const { watch } = open();
  for (let round = 0; round < 2; round++) await watch.roundBehindIssuers(pages.ofNobody);
  expect((await kept.redis.read(before.place))?.position).toBeGreaterThanOrEqual(before.flushed);
  const later = { ...before, position: before.position + 100_000_000n };
  await kept.redis.write(later);
  await expect(open().watch.roundBehindIssuers(pages.ofNobody)).rejects.toThrow("no issuer has noted it yet");
  expect(await kept.redis.read(before.place)).toMatchObject({ position: later.position });
  await open().watch.round(own.db);
  await open().watch.roundBehindIssuers(pages.ofNobody);
  expect((await readHistoryStanding(own.db)).history).not.toBe(before.history);
  await close();
});

test("an API writes only what no issuer has kept a round after it saw it", async () => {
  const { pages, close } = openPools(asProcess(system.deps.config.DATABASE_URL, "api"), 4);
  const written: string[] = [];
  const countedFor = (name: string): Witness => ({
    ...kept.storage,
    write: async (sighting) => {
      const wrote = await kept.storage.write(sighting);
      if (wrote) written.push(name);
      return wrote;
    },
  });
  let nowMs = 0;
  // Each round asks anew.
  const watchOf = (name: string) => createHistoryWatch([countedFor(name)], keptLog().log, () => (nowMs += 2_000));
  const [issuer, api] = [watchOf("issuer"), watchOf("api")];
  const apiRound = async () => {
    // The log moves, to the disk: no other commit of the tests waits for that.
    await own.db.$queryRaw`
      SELECT set_config('synchronous_commit', 'on', true), pg_logical_emit_message(true, 'test', '')::text`;
    await api.roundBehindIssuers(pages.ofNobody);
  };

  for (let round = 0; round < 4; round++) {
    await apiRound();
    await issuer.round(own.db);
  }
  expect(written).toEqual(["issuer", "issuer", "issuer", "issuer"]);
  // No issuer lives: the first round sees what the second keeps.
  await apiRound();
  const { place, flushed } = await readHistoryStanding(own.db);
  await apiRound();
  expect(written.slice(4)).toEqual(["api"]);
  expect((await kept.storage.read(place))?.position).toBeGreaterThanOrEqual(flushed);
  await close();
});

test.each(["redis", "storage"] as const)(
  "what is kept in %s goes back on no history, whoever is slow",
  async (name) => {
    const place = `1/${name}`;
    const seen = { place, history: 5, earlier: [4], position: 10n ** 12n };
    const witness = kept[name];
    await witness.write(seen);
    for (const slow of [
      { ...seen, position: 999n },
      { ...seen, history: 4, earlier: [], position: seen.position * 2n },
    ]) {
      await witness.write(slow);
      expect(await witness.read(place)).toEqual(seen);
    }
    for (const next of [
      { ...seen, position: seen.position + 1n },
      { ...seen, history: 6, earlier: [5, 4], position: 1n },
    ]) {
      await witness.write(next);
      expect(await witness.read(place)).toEqual(next);
    }
  },
);

test("a witness that is away delays a connection by a second, and is told once", async () => {
  const proxy = await startTcpProxy(inject("redisUrl"));
  const away = new Redis(proxy.url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  away.on("error", () => undefined);
  proxy.stall();
  const before = await readHistoryStanding(own.db);
  const { watch, lines } = open([witnessInRedis(away), kept.storage]);
  const listeners = away.listenerCount("ready");
  const startMs = performance.now();
  await watch.connected(own.db);
  expect(performance.now() - startMs).toBeLessThan(3_000);
  await watch.round(own.db);
  expect(await kept.storage.read(before.place)).toMatchObject({ history: before.history });
  expect(lines).toMatchObject([{ level: 40, msg: expect.stringContaining("Redis is away") }]);
  await expect.poll(() => away.listenerCount("ready"), { message: "who waited in vain is gone" }).toBe(listeners);
  await proxy.pass();
  await watch.round(own.db);
  await watch.round(own.db);
  expect(lines).toHaveLength(2);
  away.disconnect();
  await proxy.close();
});

test("a database that is not migrated can be connected to", async () => {
  await using database = await createDatabase();
  const owner = openDatabase(database.url, { connections: 1 });
  await owner.db.$executeRaw`DROP FUNCTION database_place`;
  const { watch } = open();
  const { db, close } = openDatabase(database.url, { onConnect: watch.connected });
  expect(await db.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  await Promise.all([close(), owner.close()]);
});
