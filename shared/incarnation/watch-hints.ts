import { setTimeout as delay } from "node:timers/promises";
import { detectLoss, readHistoryStanding, readPlace } from "../db/incarnation/incarnation.js";
import type { Statements } from "../db/pool/database.js";
import { isBehindWatermark } from "../domain/database-position.js";
import type { Log } from "../logging/log.js";
import { unlessNotMigrated } from "./is-not-migrated.js";
import type { LossDetector } from "./loss-detector.js";
import { type ReadWatermarks, readWatermarks } from "./read-watermarks.js";
import { createSeenLast } from "./seen-last.js";
import { sharedAsking } from "./shared-asking.js";
import type { WatermarkStore } from "./watermark-stores.js";

/** In this time an issuer has looked, if one runs: then the watermark is written over, or the database has another history. */
export const waitsMs = 15_000;
/** A connection that opens meanwhile waits for so long, and fails then: an issuer looks every second. */
const opensWithinMs = 4_000;
const looksAgainMs = 250;

class NobodyLooked extends Error {
  constructor() {
    super("the database may have lost its last commits, and no issuer has looked yet");
  }
}

/**
 * The watch of a process that has no key: whatever lies outside the database is a hint to it. It begins no history and writes no watermark.
 * ▲ For a hint that files were copied back its connections wait for an issuer, and go on after 15 s. Source: issuer/README.md, section 3, "A
 * database that lost its last commits".
 */
export function createHintWatch(
  witnesses: WatermarkStore[],
  log: Log,
  nowMs: () => number = () => performance.now(),
): LossDetector {
  const own = createSeenLast();
  const { ask } = readWatermarks(witnesses, log);
  const askOnce = sharedAsking<ReadWatermarks[]>(nowMs);
  let waits: { sinceMs: number; told: boolean } | undefined;

  async function compare(db: Statements): Promise<void> {
    const place = await readPlace(db);
    const outside = (await askOnce(place, () => ask(place))).flatMap(({ seen }) => seen ?? []);
    const standing = await readHistoryStanding(db);
    const seen = own.get();
    if (standing.history === 0) await detectLoss(db);
    else if ([...outside, ...(seen ? [seen] : [])].some((one) => isBehindWatermark(standing, one))) waitForIssuer();
    else waits = undefined;
    own.remember(standing.history === 0 ? await readHistoryStanding(db) : standing);
  }

  async function open(db: Statements): Promise<void> {
    for (const beganMs = performance.now(); ; await delay(looksAgainMs))
      try {
        return await compare(db);
      } catch (error) {
        if (!(error instanceof NobodyLooked) || performance.now() - beganMs > opensWithinMs) throw error;
      }
  }

  /** @throws NobodyLooked while an issuer may still look */
  function waitForIssuer(): void {
    waits ??= { sinceMs: nowMs(), told: false };
    if (nowMs() - waits.sinceMs < waitsMs) throw new NobodyLooked();
    own.forget();
    if (!waits.told) log.warn("what hints at a database that went back is left alone: no issuer has found that it did");
    waits.told = true;
  }

  return { connected: (db) => unlessNotMigrated(open(db)), round: compare };
}
