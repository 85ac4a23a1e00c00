import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeEach, expect, inject, test, vi } from "vitest";
import { openPools } from "../../../api/databases/pools.js";
import { readHistoryStanding } from "../../../shared/db/incarnation/incarnation.js";
import { endWaiting, readWatermarkKey, readWatermarkState } from "../../../shared/db/incarnation/watermarks.js";
import { acquireSequence, isCurrent } from "../../../shared/db/issuing/sequences.js";
import { submitNext } from "../../../shared/db/issuing/write-ahead.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { createLossDetector } from "../../../shared/incarnation/loss-detector.js";
import { encodeWatermark } from "../../../shared/incarnation/sign-watermark.js";
import { createHintWatch, waitsMs } from "../../../shared/incarnation/watch-hints.js";
import {
  redisWatermarks,
  storageWatermarks,
  type WatermarkSigner,
  type WatermarkStore,
} from "../../../shared/incarnation/watermark-stores.js";
import { openFileStorage } from "../../../shared/storage/file-storage.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { keptLog } from "../../support/readers/kept-log.js";
import { openLines } from "../../support/samples/waiting-lines.js";
import { createDatabase } from "../../support/servers/database.js";
import { asProcess } from "../../support/servers/process-roles.js";
import { startTcpProxy } from "../../support/servers/tcp-proxy.js";

const folder = mkdtempSync(path.join(tmpdir(), "talonario-witness-"));
const system = await openForFile(openIssuingApp);
const redis = new Redis(inject("redisUrl"));
const kept: { redis: WatermarkStore; storage: WatermarkStore } = {
  redis: redisWatermarks(redis),
  storage: storageWatermarks(openFileStorage(folder)),
};
const own = await openForFile(() =>
  openDatabase(asProcess(system.deps.config.DATABASE_URL, "issuer"), { connections: 4 }),
);
const signing: WatermarkSigner = { key: (await readWatermarkKey(own.db)).key, isDiscarded: () => false };
// Each test begins without a history that a watermark has begun, and without one that waits.
beforeEach(async () => {
  await system.db
    .$executeRaw`UPDATE watermark_state SET renewed_at = NULL, waiting_since = NULL, waiting_for = NULL, discarded = '[]'`;
  const { place } = await readHistoryStanding(own.db);
  await redis.del(`talonario:watermark:${place}`);
  rmSync(path.join(folder, "database"), { recursive: true, force: true });
});
afterAll(async () => {
  redis.disconnect();
  rmSync(folder, { recursive: true, force: true });
});

const open = (witnesses: WatermarkStore[] = [kept.redis, kept.storage]) => {
  const { log, lines } = keptLog();
  return { watch: createLossDetector(witnesses, log), lines };
};

/** What a process without the key makes of the witnesses. */
const openHints = (nowMs?: () => number) => createHintWatch([kept.redis, kept.storage], keptLog().log, nowMs);

/** Of the database, with a signature, further ahead by so much. */
async function watermarkAhead(bytes: bigint) {
  const { flushed, nowMs, ...standing } = await readHistoryStanding(own.db);
  return { ...standing, position: flushed + bytes, writtenMs: nowMs };
}

const forgedText = (history: number, position: bigint, more: object = {}) =>
  JSON.stringify({ history, earlier: [], position: `${position}`, ...more });

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
    await kept[name].write(await watermarkAhead(100_000_000n), signing);
    const { watch, lines } = open();
    const fresh = openDatabase(asProcess(system.deps.config.DATABASE_URL, "issuer"), { onConnect: watch.connected });
    expect(await isCurrent(fresh.db, line.taken)).toBe(false);
    expect(await acquireSequence(fresh.db, line.taken.key)).toMatchObject({ unverified: true });
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
  const written = { ...before, writtenMs: before.nowMs };
  await kept.redis.write({ ...written, history: 7, position: before.position * 2n }, signing);
  await open().watch.connected(own.db);
  expect((await readHistoryStanding(own.db)).history).toBe(before.history);
  await redis.del(`talonario:watermark:${before.place}`);
  await kept.redis.write({ ...written, history: 8, earlier: [before.history], position: 1n }, signing);
  await open().watch.connected(own.db);
  expect((await readHistoryStanding(own.db)).history).not.toBe(before.history);
});

test("a database that goes back after a person has discarded a watermark far ahead of it is noticed", async () => {
  await open([]).watch.round(own.db);
  const wrong = await watermarkAhead(2n ** 50n);
  await kept.redis.write(wrong, signing);
  await open().watch.round(own.db);
  expect(await readWatermarkState(own.db)).toMatchObject({ waitingFor: expect.stringContaining("further ahead") });
  await endWaiting(own.db, [wrong]);
  // It is written over, and issuing goes on.
  await open().watch.round(own.db);
  const { history, place } = await readHistoryStanding(own.db);
  expect(await kept.redis.read(place, signing.key)).toMatchObject({ history, verified: true });
  // A copy from after that word is put back: what was kept since is ahead of it.
  await kept.redis.write({ ...(await watermarkAhead(10_000_000n)), writtenMs: wrong.writtenMs + 60_000 }, signing);
  await open().watch.connected(own.db);
  expect((await readHistoryStanding(own.db)).history).not.toBe(history);
});

test("what is spoilt, of another database or not there proves nothing", async () => {
  const before = await readHistoryStanding(own.db);
  await redis.rpush(`talonario:watermark:${before.place}`, "a list");
  await open().watch.round(own.db);
  expect(await kept.redis.read(before.place, signing.key)).toMatchObject({ verified: true });
  await redis.set(`talonario:watermark:${before.place}`, "{spoilt");
  await kept.storage.write({ ...(await watermarkAhead(1n)), place: "another/5" }, signing);
  rmSync(path.join(folder, "database", before.place.split("/")[0] ?? ""), { recursive: true, force: true });
  const { watch, lines } = open();
  await watch.connected(own.db);
  expect((await readHistoryStanding(own.db)).history).toBe(before.history);
  expect(lines).toEqual([]);
});

test.each<[string, (place: string, history: number) => string]>([
  ["one SET", (_, history) => forgedText(history, 999_999_999_999_999_999n)],
  ["a later history that comes after ours", (_, history) => forgedText(7, 1n, { earlier: [history] })],
  [
    "the MAC of another key",
    (place, history) =>
      encodeWatermark({ place, history, earlier: [], position: 10n ** 18n, writtenMs: 1 }, Buffer.alloc(32)),
  ],
  [
    "no MAC of any form",
    (_, history) => forgedText(history, 10n ** 18n, { mac: "", written: "2026-11-28T00:00:00.000Z" }),
  ],
])("a forged watermark renews nothing, is told once and written over: %s", async (_, forge) => {
  const line = await (await openLines(system))(1);
  const before = await readHistoryStanding(own.db);
  const key = `talonario:watermark:${before.place}`;
  await redis.set(key, forge(before.place, before.history));
  const { log, lines } = keptLog();
  let forged = 0;
  const watch = createLossDetector([kept.redis, kept.storage], log, { onForged: () => forged++ });
  await watch.connected(own.db);
  await watch.round(own.db);
  expect((await readHistoryStanding(own.db)).history).toBe(before.history);
  expect(await isCurrent(own.db, line.taken)).toBe(true);
  expect(forged).toBe(1);
  expect(lines).toMatchObject([
    { level: 40, msg: expect.stringContaining("Redis holds a watermark that no issuer signed") },
  ]);
  expect(await kept.redis.read(before.place, signing.key)).toMatchObject({ verified: true, history: before.history });
});

test("a signed watermark of another database is forged here, and one with further fields is ours", async () => {
  const watermark = await watermarkAhead(0n);
  const key = `talonario:watermark:${watermark.place}`;
  await redis.set(key, encodeWatermark({ ...watermark, place: "another/5" }, signing.key));
  expect(await kept.redis.read(watermark.place, signing.key)).toMatchObject({ verified: false });
  const next = { ...JSON.parse(encodeWatermark(watermark, signing.key)), further: [1], mac2: "of the next version" };
  await redis.set(key, JSON.stringify(next));
  expect(await kept.redis.read(watermark.place, signing.key)).toEqual({ ...watermark, verified: true });
});

test("a signed watermark of before, put back, is behind and changes nothing", async () => {
  const { watch } = open();
  await watch.round(own.db);
  const { place, history } = await readHistoryStanding(own.db);
  const old = (await redis.get(`talonario:watermark:${place}`)) ?? "";
  await own.db
    .$queryRaw`SELECT set_config('synchronous_commit', 'on', true), pg_logical_emit_message(true, 'test', '')::text`;
  await redis.set(`talonario:watermark:${place}`, old);
  await open().watch.round(own.db);
  expect((await readHistoryStanding(own.db)).history).toBe(history);
});

test("a second renewal within an hour waits for an operator, and nothing is numbered meanwhile", async () => {
  const line = await (await openLines(system))(2);
  await kept.redis.write(await watermarkAhead(100_000_000n), signing);
  await open().watch.round(own.db);
  const first = await readHistoryStanding(own.db);
  const { key } = line.taken;
  const taken = await acquireSequence(own.db, key);
  // Of a line whose rows this history knows.
  await system.db.$executeRaw`UPDATE issuance SET incarnation = ${first.history} WHERE pos_number = ${key.posNumber}`;
  await system.db.$executeRaw`UPDATE sequence SET last_number = 0, unverified = false WHERE id = ${taken.id}`;
  await redis.del(`talonario:watermark:${first.place}`);
  await kept.redis.write(await watermarkAhead(100_000_000n), signing);

  const { watch, lines } = open();
  await watch.round(own.db);
  await watch.round(own.db);
  expect((await readHistoryStanding(own.db)).history).toBe(first.history);
  expect(lines).toMatchObject([{ level: 50, msg: expect.stringContaining("npm run -s admin -- database watermark") }]);
  expect((await readWatermarkState(own.db)).waitingFor).toContain("less than an hour ago");
  await expect(acquireSequence(own.db, key)).rejects.toThrow("nothing is numbered until an operator decides");
  expect(await submitNext(own.db, [{ taken, limit: 1 }])).toEqual([{ outcome: "drained" }]);
  // What a taking of before commits is recorded all the same.
  expect(await isCurrent(own.db, taken)).toBe(true);

  const seen = await kept.redis.read(first.place, signing.key);
  await endWaiting(system.db, seen ? [seen] : []);
  await open().watch.round(own.db);
  expect((await readHistoryStanding(own.db)).history).toBe(first.history);
  expect((await readWatermarkState(own.db)).waitingSince).toBe(null);
  expect(await submitNext(own.db, [{ taken, limit: 1 }])).toMatchObject([{ outcome: "submitted" }]);
  expect((await kept.redis.read(first.place, signing.key))?.position, "ours is written over it").toBeLessThan(
    seen?.position ?? 0n,
  );
});

test("a watermark further ahead than can have been written renews nothing, and an operator is asked", async () => {
  await open().watch.round(own.db);
  const before = await readHistoryStanding(own.db);
  await redis.del(`talonario:watermark:${before.place}`);
  await kept.redis.write(await watermarkAhead(200n * 1024n ** 3n), signing);
  await Promise.all([open().watch.round(own.db), open().watch.round(own.db)]);
  expect((await readHistoryStanding(own.db)).history).toBe(before.history);
  expect((await readWatermarkState(own.db)).waitingFor).toContain("further ahead than can have been written");
  // As much, in the time since the database was told that it had not gone back.
  await system.db
    .$executeRaw`UPDATE watermark_state SET recorded_at = now() - interval '1 day', waiting_since = NULL, waiting_for = NULL`;
  await open().watch.round(own.db);
  expect((await readHistoryStanding(own.db)).history).not.toBe(before.history);
});

test("many issuers that see one watermark begin one history, and none of them asks an operator", async () => {
  const before = await readHistoryStanding(own.db);
  await kept.storage.write(await watermarkAhead(100_000_000n), signing);
  await Promise.all(Array.from({ length: 6 }, () => open().watch.round(own.db)));
  const after = await readHistoryStanding(own.db);
  expect(after.earlier[0]).toBe(before.history);
  expect((await readWatermarkState(own.db)).waitingSince).toBe(null);
});

test("what an issuer saw itself is certain: it renews as often as the database goes back", async () => {
  await kept.storage.write(await watermarkAhead(100_000_000n), signing);
  const { watch } = open([]);
  await open().watch.round(own.db);
  const first = await readHistoryStanding(own.db);
  await watch.round(own.db);
  // As a dump that is loaded: written by another transaction.
  await system.db.$executeRaw`UPDATE database_incarnation SET incarnation = incarnation`;
  await watch.round(own.db);
  expect((await readHistoryStanding(own.db)).earlier[0]).toBe(first.history);
  expect((await readWatermarkState(own.db)).waitingSince).toBe(null);
});

test("an API's connections wait for an issuer while a watermark says that files were copied back", async () => {
  const url = asProcess(system.deps.config.DATABASE_URL, "api");
  const { issuing, close } = openPools(url, 4, openHints().connected);
  await kept.redis.write(await watermarkAhead(100_000_000n), signing);
  const ask = () => issuing.ofNobody.$queryRaw`SELECT 1 AS one`;
  await expect(ask()).rejects.toThrow("no issuer has looked yet");
  await open().watch.round(own.db);
  await vi.waitFor(async () => expect(await ask()).toEqual([{ one: 1 }]), 10_000);
  await close();
});

test("an API waits for a hint 15 s at most, and writes nothing outside", async () => {
  const { pages, close } = openPools(asProcess(system.deps.config.DATABASE_URL, "api"), 4);
  const { place, history } = await readHistoryStanding(own.db);
  const forged = forgedText(history, 10n ** 18n);
  await redis.set(`talonario:watermark:${place}`, forged);
  let nowMs = 0;
  const hints = openHints(() => nowMs);
  for (const at of [0, waitsMs - 1]) {
    nowMs = at;
    await expect(hints.round(pages.ofNobody)).rejects.toThrow("no issuer has looked yet");
  }
  for (const at of [waitsMs, 10 * waitsMs, 3_600_000]) {
    nowMs = at;
    await hints.round(pages.ofNobody);
  }
  // What comes after a time without one is another.
  await redis.del(`talonario:watermark:${place}`);
  nowMs += 2_000;
  await hints.round(pages.ofNobody);
  await redis.set(`talonario:watermark:${place}`, forged);
  nowMs += 2_000;
  await expect(hints.round(pages.ofNobody)).rejects.toThrow("no issuer has looked yet");
  expect((await readHistoryStanding(own.db)).history).toBe(history);
  expect(await redis.get(`talonario:watermark:${place}`)).toBe(forged);
  expect(await kept.storage.read(place)).toBe(undefined);
  await close();
});

test.each(["redis", "storage"] as const)(
  "what is kept in %s goes back on no history, whoever is slow",
  async (name) => {
    const place = `1/${name}`;
    const seen = { place, history: 5, earlier: [4], position: 10n ** 12n, writtenMs: 1_000 };
    const witness = kept[name];
    await witness.write(seen, signing);
    for (const slow of [
      { ...seen, position: 999n },
      { ...seen, history: 4, earlier: [], position: seen.position * 2n },
    ]) {
      await witness.write(slow, signing);
      expect(await witness.read(place, signing.key)).toEqual({ ...seen, verified: true });
    }
    for (const next of [
      { ...seen, position: seen.position + 1n },
      { ...seen, history: 6, earlier: [5, 4], position: 1n },
    ]) {
      await witness.write(next, signing);
      expect(await witness.read(place, signing.key)).toEqual({ ...next, verified: true });
    }
  },
);

test("a witness that is away delays a connection by a second, and is told once", async () => {
  const proxy = await startTcpProxy(inject("redisUrl"));
  const away = new Redis(proxy.url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  away.on("error", () => undefined);
  proxy.stall();
  const before = await readHistoryStanding(own.db);
  const { watch, lines } = open([redisWatermarks(away), kept.storage]);
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
  await owner.db.$executeRaw`DROP FUNCTION database_id`;
  const { watch } = open();
  const { db, close } = openDatabase(database.url, { onConnect: watch.connected });
  expect(await db.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  await Promise.all([close(), owner.close()]);
});
