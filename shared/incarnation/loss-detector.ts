import { adminCommand } from "../config/config.js";
import {
  beginIncarnation,
  detectLoss,
  type IncarnationState,
  readHistoryStanding,
} from "../db/incarnation/incarnation.js";
import {
  noteNotSetBack,
  readWatermarkKey,
  readWatermarkState,
  renewByWatermark,
  waitForOperator,
} from "../db/incarnation/watermarks.js";
import type { Statements } from "../db/pool/database.js";
import { isBehindWatermark } from "../domain/database-position.js";
import { isDiscarded, type Judge, judgeWatermark, type ReadWatermark } from "../domain/watermark.js";
import type { Log } from "../logging/log.js";
import { unlessNotMigrated } from "./is-not-migrated.js";
import { type ReadWatermarks, readWatermarks } from "./read-watermarks.js";
import { createSeenLast } from "./seen-last.js";
import { sharedAsking } from "./shared-asking.js";
import type { WatermarkStore } from "./watermark-stores.js";

/** An issuer notices when the database goes back. Source: issuer/README.md, section 3, "A database that lost its last commits". */
export interface LossDetector {
  /** Compares before a new connection is used: whoever copied files back has stopped the server. */
  connected(db: Statements): Promise<void>;
  /** Compares, and keeps what it sees. */
  round(db: Statements): Promise<void>;
}

/** The pause between two rounds of a process. */
export const historyEveryMs = 1_000;

interface LossDetectorOptions {
  nowMs?: () => number;
  /** A watermark was read that no issuer signed. */
  onForged?: () => void;
}

export function createLossDetector(
  witnesses: WatermarkStore[],
  log: Log,
  { nowMs = () => performance.now(), onForged }: LossDetectorOptions = {},
): LossDetector {
  const own = createSeenLast();
  const { ask, tell } = readWatermarks(witnesses, log, onForged);
  const askOnce = sharedAsking<ReadWatermarks[]>(nowMs);
  let key: Uint8Array | undefined;
  let discarded: Judge["discarded"] = [];

  /** Compares watermarks, read first, with the position: another issuer may see a later one meanwhile. */
  async function compare(db: Statements): Promise<void> {
    const here = await readWatermarkKey(db);
    key = here.key;
    const about = `${here.place} ${Buffer.from(here.key).toString("base64")}`;
    const heard = await askOnce(about, () => ask(here.place, here.key));
    const standing = await readHistoryStanding(db);
    const seen = own.get();
    // What the database shows itself, and what this process saw of it, is certain.
    if (standing.history === 0) await detectLoss(db);
    else if (seen && isBehindWatermark(standing, seen)) await beginIncarnation(db, standing.history);
    else if (!(await followWatermarks(db, standing, heard))) return own.remember(standing);
    const renewed = await readHistoryStanding(db);
    log.error(
      { before: standing.history, now: renewed.history },
      "the database lost its last commits: every sequence is unverified until a voucher of it is granted",
    );
    own.remember(renewed);
  }

  /** Tells whether a watermark has begun another history. */
  async function followWatermarks(
    db: Statements,
    standing: IncarnationState,
    heard: ReadWatermarks[],
  ): Promise<boolean> {
    const later = heard.flatMap(({ seen }) => (seen?.verified && isBehindWatermark(standing, seen) ? [seen] : []));
    if (later.length === 0) {
      await noteNotSetBack(db);
      return false;
    }
    const state = await readWatermarkState(db);
    discarded = state.discarded;
    const verdictOf = (seen: ReadWatermark) => judgeWatermark({ ...standing, ...state }, seen);
    const tooFar = later.find((seen) => verdictOf(seen) === "too far ahead");
    if (tooFar) return askOperator(db, standing, tooFar, "it is further ahead than can have been written");
    const ahead = later.find((seen) => verdictOf(seen) === "ahead");
    if (!ahead) return false;
    if (await renewByWatermark(db, standing.history)) return true;
    return askOperator(db, standing, ahead, "another one began a history less than an hour ago");
  }

  async function askOperator(
    db: Statements,
    { history, position }: IncarnationState,
    seen: ReadWatermark,
    because: string,
  ): Promise<false> {
    const why = `a watermark at ${seen.position} of history ${seen.history} says that the database, at ${position}, went back, and ${because}`;
    if (await waitForOperator(db, history, why))
      log.error({ why }, `nothing is numbered until an operator decides: ${adminCommand("database watermark")}`);
    return false;
  }

  async function keep(): Promise<void> {
    const watermark = own.get();
    if (!watermark || !key) return;
    const signing = { key, isDiscarded: (kept: ReadWatermark) => isDiscarded({ discarded }, kept) };
    await Promise.all(witnesses.map((witness) => tell(witness, watermark, signing)));
  }

  return {
    connected: (db) => unlessNotMigrated(compare(db)),
    round: (db) => compare(db).finally(keep),
  };
}
