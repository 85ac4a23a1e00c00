import { readHistoryStanding } from "../../shared/db/incarnation/incarnation.js";
import { readWatermarkKey, readWatermarkState, type WatermarkState } from "../../shared/db/incarnation/watermarks.js";
import type { Statements } from "../../shared/db/pool/database.js";
import { judgeWatermark, type ReadWatermark, type WatermarkVerdict } from "../../shared/domain/watermark.js";
import { redisWatermarks, storageWatermarks, type WatermarkStore } from "../../shared/incarnation/watermark-stores.js";
import { newRedis } from "../../shared/queues/new-redis.js";
import { openStorage } from "../../shared/storage/open-storage.js";

/** A watermark, where it lies, and what an issuer makes of it. */
export interface JudgedWatermark extends ReadWatermark {
  where: string;
  verdict: WatermarkVerdict;
}

export interface WatermarkLook extends WatermarkState {
  watermarks: JudgedWatermark[];
  /** Where nobody answered, with the reason. */
  away: string[];
}

export interface WatermarkPlaces {
  REDIS_URL?: string | undefined;
  PDF_STORAGE_URL?: string | undefined;
}

/** Reads what is kept outside the database of how far it had got. Changes nothing. */
export async function lookAtWatermarks(
  db: Statements,
  { REDIS_URL, PDF_STORAGE_URL }: WatermarkPlaces,
): Promise<WatermarkLook> {
  const redis = REDIS_URL === undefined ? undefined : newRedis(REDIS_URL, { maxRetriesPerRequest: 0 });
  redis?.on("error", () => undefined);
  try {
    const witnesses = [
      ...(redis ? [redisWatermarks(redis)] : []),
      ...(PDF_STORAGE_URL === undefined ? [] : [storageWatermarks(openStorage(PDF_STORAGE_URL))]),
    ];
    const { place, key } = await readWatermarkKey(db);
    const heard = await Promise.all(witnesses.map((witness) => hear(witness, place, key)));
    // After what was seen: an issuer may write a later one meanwhile.
    const [standing, state] = [await readHistoryStanding(db), await readWatermarkState(db)];
    const watermarks = heard.flatMap(({ where, seen }) =>
      seen ? [{ where, ...seen, verdict: judgeWatermark({ ...standing, ...state }, seen) }] : [],
    );
    return { ...state, watermarks, away: heard.flatMap(({ away }) => away ?? []) };
  } finally {
    redis?.disconnect();
  }
}

async function hear({ name, read }: WatermarkStore, place: string, key: Uint8Array) {
  try {
    return { where: name, seen: await read(place, key) };
  } catch (error) {
    return { where: name, away: `${name}: ${error instanceof Error ? error.message : error}` };
  }
}
