import type { ReadWatermark, Watermark } from "../domain/watermark.js";
import type { Log } from "../logging/log.js";
import type { WatermarkSigner, WatermarkStore } from "./watermark-stores.js";

/** A witness, and what it has seen: nothing while it is away. */
export interface ReadWatermarks {
  witness: WatermarkStore;
  seen: ReadWatermark | undefined;
}

/** Asks witnesses and tells them. None of it rejects: a witness that is away proves nothing. Each trouble is told once, and its end. */
export function readWatermarks(witnesses: WatermarkStore[], log: Log, onForged: () => void = () => undefined) {
  const away = new Set<WatermarkStore>();
  // A storage may be read, and take nothing.
  const refusing = new Set<WatermarkStore>();
  const forged = new Set<WatermarkStore>();

  /** Only who has the key can tell. */
  function noteForged(witness: WatermarkStore, seen: ReadWatermark | undefined): void {
    if (!seen || seen.verified) return void forged.delete(witness);
    onForged();
    if (!forged.has(witness))
      log.warn(
        { history: seen.history, position: `${seen.position}` },
        `${witness.name} holds a watermark that no issuer signed: nothing follows from it, and it is written over`,
      );
    forged.add(witness);
  }

  async function hear(witness: WatermarkStore, place: string, key?: Uint8Array): Promise<ReadWatermarks> {
    try {
      const seen = await witness.read(place, key);
      if (key) noteForged(witness, seen);
      if (away.delete(witness)) log.info(`${witness.name} answers again how far the database had got`);
      return { witness, seen };
    } catch (error) {
      if (!away.has(witness))
        log.warn({ error }, `${witness.name} is away: a database that goes back may not be noticed`);
      away.add(witness);
      return { witness, seen: undefined };
    }
  }

  async function tell(witness: WatermarkStore, watermark: Watermark, signing: WatermarkSigner): Promise<void> {
    try {
      // What another has kept shows nothing of this process's own writing.
      if ((await witness.write(watermark, signing)) && refusing.delete(witness))
        log.info(`${witness.name} keeps again how far the database has got`);
    } catch (error) {
      if (away.has(witness) || refusing.has(witness)) return;
      log.warn(
        { error },
        `${witness.name} keeps nothing of this process: a database that goes back may not be noticed`,
      );
      refusing.add(witness);
    }
  }

  return {
    ask: (place: string, key?: Uint8Array): Promise<ReadWatermarks[]> =>
      Promise.all(witnesses.map((witness) => hear(witness, place, key))),
    tell,
  };
}
