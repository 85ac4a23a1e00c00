import { once } from "node:events";
import type { Redis } from "ioredis";
import { withTimeout } from "../concurrency/with-timeout.js";
import { isAhead } from "../domain/database-position.js";
import type { ReadWatermark, Watermark } from "../domain/watermark.js";
import { NotStoredError } from "../storage/not-stored-error.js";
import type { Storage } from "../storage/storage.js";
import { decodeWatermark, encodeWatermark } from "./sign-watermark.js";

/** With what an issuer writes. */
export interface WatermarkSigner {
  key: Uint8Array;
  /** True for a verified one that a person said is wrong. */
  isDiscarded: (kept: ReadWatermark) => boolean;
}

/** Something outside the database that keeps a watermark of it. */
export interface WatermarkStore {
  name: string;
  /** Undefined when it keeps nothing, or nothing that can be read. Rejects when it is away. Without the key nothing is verified. */
  read(place: string, key?: Uint8Array): Promise<ReadWatermark | undefined>;
  /**
   * Many issuers write. Nothing is written that is not later than what is kept, but what nobody signed, or a person discarded, is written
   * over whatever it says. Tells whether it wrote.
   */
  write(watermark: Watermark, signing: WatermarkSigner): Promise<boolean>;
}

/** No longer than a sale may wait for it. */
const timeoutMs = 1_000;

export function redisWatermarks(redis: Redis): WatermarkStore {
  const keyOf = (place: string) => `talonario:watermark:${place}`;
  const ready = async () => {
    // With an end: it is asked every second, and each wait would leave a listener behind while Redis is away.
    if (redis.status !== "ready") await once(redis, "ready", { signal: AbortSignal.timeout(timeoutMs) });
    return redis;
  };
  return patient({
    name: "Redis",
    read: async (place) => (await ready()).get(keyOf(place)).catch(ofAnotherType),
    write: async (place, text) => void (await (await ready()).set(keyOf(place), text)),
  });
}

/** Somebody wrote a list or a hash there: it is written over, as what cannot be read. */
function ofAnotherType(error: Error): null {
  if (error.message.startsWith("WRONGTYPE")) return null;
  throw error;
}

/** Beside the PDFs. */
export function storageWatermarks(storage: Storage): WatermarkStore {
  const keyOf = (place: string) => `database/${place}.json`;
  return patient({
    name: "the storage of the PDFs",
    read: (place) =>
      storage.read(keyOf(place)).then(
        (bytes) => bytes.toString(),
        (error) => {
          if (error instanceof NotStoredError) return null;
          throw error;
        },
      ),
    write: (place, text) => storage.write(keyOf(place), Buffer.from(text)),
  });
}

/** A place for the text of a watermark. */
interface Shelf {
  name: string;
  read(place: string): Promise<string | null>;
  write(place: string, text: string): Promise<void>;
}

function patient(shelf: Shelf): WatermarkStore {
  const read: WatermarkStore["read"] = async (place, key) => decodeWatermark(place, await shelf.read(place), key);

  /** Two that write at the same time may leave the earlier one. Then the next round writes the later one again. */
  async function writeIfLater(watermark: Watermark, { key, isDiscarded }: WatermarkSigner): Promise<boolean> {
    const kept = await read(watermark.place, key);
    const counts = kept?.verified && !isDiscarded(kept) ? kept : undefined;
    if (!isAhead(watermark, counts)) return false;
    await shelf.write(watermark.place, encodeWatermark(watermark, key));
    return true;
  }

  return {
    name: shelf.name,
    read: (place, key) => withTimeout(timeoutMs, read(place, key)),
    write: (watermark, signing) => withTimeout(timeoutMs, writeIfLater(watermark, signing)),
  };
}
