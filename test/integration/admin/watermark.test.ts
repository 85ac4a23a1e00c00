import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Redis } from "ioredis";
import { afterAll, expect, inject, test } from "vitest";
import { checkWatermarks } from "../../../api/admin/doctor/upkeep-checks.js";
import { lookAtWatermarks } from "../../../api/admin/look-at-watermarks.js";
import { declareRestored, discardWatermarks } from "../../../api/operations/declare-restored.js";
import { readHistoryStanding, readIncarnation } from "../../../shared/db/incarnation/incarnation.js";
import { readWatermarkKey, renewByWatermark, waitForOperator } from "../../../shared/db/incarnation/watermarks.js";
import { encodeWatermark } from "../../../shared/incarnation/sign-watermark.js";
import { openStorage } from "../../../shared/storage/open-storage.js";
import { openForFile } from "../../support/open-for-file.js";
import { commandLineInside } from "../../support/processes/command-line.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";

const folder = mkdtempSync(path.join(tmpdir(), "talonario-watermark-"));
const actor = { type: "admin", name: "ana" } as const;
const system = await openForFile(openIssuingApp);
const { db } = system;
const redis = new Redis(inject("redisUrl"));
const places = { REDIS_URL: inject("redisUrl"), PDF_STORAGE_URL: `file://${folder}` };
afterAll(async () => {
  redis.disconnect();
  rmSync(folder, { recursive: true, force: true });
});

const look = () => lookAtWatermarks(db, places);
const keyOf = async () => `talonario:watermark:${(await readHistoryStanding(db)).place}`;

/** A signed one, further ahead by so much. */
async function signed(bytes: bigint) {
  const { flushed, nowMs, ...standing } = await readHistoryStanding(db);
  const { key } = await readWatermarkKey(db);
  return encodeWatermark({ ...standing, position: flushed + bytes, writtenMs: nowMs }, key);
}

const put = async (bytes: bigint) => void (await redis.set(await keyOf(), await signed(bytes)));

const audited = (action: string) => db.auditEntry.findMany({ where: { action }, distinct: ["companyId"] });

test("an operator sees each watermark with what it shows, and doctor names one that is forged", async () => {
  expect(await look()).toMatchObject({ watermarks: [], waitingSince: null, away: [] });
  await put(-1n);
  expect((await look()).watermarks).toMatchObject([{ where: "Redis", verified: true, verdict: "behind" }]);
  expect(await checkWatermarks(db, places)).toMatchObject({ ok: true });
  await put(10_000_000n);
  expect((await look()).watermarks).toMatchObject([{ verdict: "ahead" }]);
  await db.$executeRaw`UPDATE watermark_state SET recorded_at = now()`;
  await put(2n ** 50n);
  expect((await look()).watermarks).toMatchObject([{ verdict: "too far ahead" }]);
  await redis.set(await keyOf(), JSON.stringify({ history: 1, earlier: [], position: "1" }));
  expect((await look()).watermarks).toMatchObject([{ verified: false, verdict: "forged", writtenMs: null }]);
  expect(await checkWatermarks(db, places)).toMatchObject({ ok: false, detail: "no issuer signed what Redis holds" });
});

test("what an operator discards is behind from then on, and it is written to the audit log of every company", async () => {
  await put(2n ** 50n);
  await waitForOperator(db, await readIncarnation(db), "because");
  expect(await checkWatermarks(db, places)).toMatchObject({ ok: false, fix: "npm run -s admin -- database watermark" });
  const { watermarks } = await look();
  const companies = await discardWatermarks(db, actor, "a copy was started beside it", watermarks);
  expect(await look()).toMatchObject({ waitingSince: null, watermarks: [{ verified: true, verdict: "behind" }] });
  expect(await audited("database.watermark")).toHaveLength(companies);
  expect(await db.auditEntry.findFirst({ where: { action: "database.watermark" } })).toMatchObject({
    actorName: "ana",
    after: { because: "a copy was started beside it", discarded: [{ position: `${watermarks[0]?.position}` }] },
  });
  // A later one of the same history is another matter.
  await put(2n ** 51n);
  expect((await look()).watermarks).toMatchObject([{ verdict: "too far ahead" }]);
});

test("where the database did go back, an operator's word ends the waiting, and begins a history within the hour", async () => {
  const before = await readIncarnation(db);
  expect(await renewByWatermark(db, before)).toBe(true);
  const second = await readIncarnation(db);
  expect(await renewByWatermark(db, second)).toBe(false);
  await waitForOperator(db, second, "because");
  const { history, companies } = await declareRestored(db, actor, "the snapshot of last night was put back");
  expect(new Set([before, second, history]).size).toBe(3);
  expect((await look()).waitingSince).toBe(null);
  expect(await audited("database.restored")).toHaveLength(companies);
});

test("discarding is refused unless every place of the issuers was read: they would wait again for what is there", async () => {
  await waitForOperator(db, await readIncarnation(db), "because");
  const waits = async () => (await look()).waitingSince !== null;
  const { DATABASE_URL } = system.deps.config;
  const discard = (own: Record<string, string>, because = "--because wrong") =>
    commandLineInside({ DATABASE_URL, ...own })(...`database watermark --discard --json ${because}`.trim().split(" "));
  const refused = (...words: string[]) => ({
    exitCode: 1,
    json: { error: expect.stringMatching(new RegExp(words.join("[^]*"))) },
  });
  await put(2n ** 52n);
  const { PDF_STORAGE_URL } = places;
  expect(await discard({ PDF_STORAGE_URL })).toMatchObject(refused("Redis", "REDIS_URL is not set"));
  const away = { PDF_STORAGE_URL, REDIS_URL: "redis://127.0.0.1:1" };
  expect(await discard(away)).toMatchObject(refused("Redis: connect", "as the issuers have them"));
  // Nothing lies there: it is another folder.
  expect(await discard(places)).toMatchObject(refused("the storage of the PDFs", "PDF_STORAGE_URL"));
  const { place } = await readHistoryStanding(db);
  await openStorage(PDF_STORAGE_URL).write(`database/${place}.json`, Buffer.from(await signed(-1n)));
  await redis.set(await keyOf(), "{}");
  expect(await discard(places)).toMatchObject(refused("Redis", "none that an issuer signed"));
  expect(await waits()).toBe(true);

  await put(2n ** 52n);
  expect(await discard(places, "")).toMatchObject({
    exitCode: 2,
    json: { error: expect.stringContaining("--because") },
  });
  expect(await discard(places)).toMatchObject({ exitCode: 0, json: { discarded: [{ where: "Redis" }] } });
  expect(await waits()).toBe(false);
  expect(await discard(places)).toMatchObject(refused("Nothing waits"));
  // Whoever took it away has done what discarding does.
  await waitForOperator(db, await readIncarnation(db), "because");
  expect(await discard(places)).toMatchObject({ exitCode: 0, json: { discarded: [] } });
});

test("who has seen another history asks no operator about this one", async () => {
  expect(await waitForOperator(db, (await readIncarnation(db)) - 1, "because")).toBe(false);
  expect(await renewByWatermark(db, (await readIncarnation(db)) - 1)).toBe(true);
  expect((await look()).waitingSince).toBe(null);
});
