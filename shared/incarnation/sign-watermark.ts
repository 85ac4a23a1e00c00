import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { DatabasePosition } from "../domain/database-position.js";
import type { ReadWatermark, Watermark } from "../domain/watermark.js";

/** Version of the `mac`. A later version that signs more writes a further field beside `mac`, and this one reads on. */
const version = "talonario watermark 1";

/** Nobody knows who wrote it: it costs little to read, whatever it is. */
const kept = z.object({
  history: z.int(),
  earlier: z.array(z.int()).max(200),
  position: z
    .string()
    .regex(/^\d{1,20}$/)
    .transform(BigInt),
  written: z.iso.datetime().optional(),
  mac: z.string().max(64).optional(),
});

const maxCharacters = 8_192;

/** A watermark as text, with its MAC. */
export function encodeWatermark(watermark: Watermark, key: Uint8Array): string {
  const { history, earlier, position, writtenMs } = watermark;
  const written = new Date(writtenMs).toISOString();
  return JSON.stringify({ history, earlier, position: `${position}`, written, mac: macOf(watermark, written, key) });
}

/** Reads one. Nothing that cannot be read shows anything: undefined. Without the key nothing is verified. */
export function decodeWatermark(place: string, text: string | null, key?: Uint8Array): ReadWatermark | undefined {
  if (text === null || text.length > maxCharacters) return undefined;
  try {
    const { mac, written, ...rest } = kept.parse(JSON.parse(text));
    const sighting = { place, ...rest };
    const verified = key !== undefined && written !== undefined && isSame(mac, macOf(sighting, written, key));
    return { ...sighting, writtenMs: written === undefined ? null : Date.parse(written), verified };
  } catch {
    return undefined;
  }
}

/** The place is part of it: a watermark of one database is none of another's. */
const macOf = ({ place, history, earlier, position }: DatabasePosition, written: string, key: Uint8Array): string =>
  createHmac("sha256", key)
    .update(JSON.stringify([version, place, history, earlier, `${position}`, written]))
    .digest("base64");

function isSame(one: string | undefined, other: string): boolean {
  const [a, b] = [Buffer.from(one ?? ""), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
