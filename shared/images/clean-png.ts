import { inflateSync } from "node:zlib";
import { UnreadableImageError } from "./pixels.js";
import { inflatedBytes, type PngHeader, readPngHeader } from "./png-layout.js";

/** Chunks that the pixels need. Texts, places, times, profiles and further frames are left behind, and so are their bombs. */
const needed = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);

/**
 * A whole PNG without all that its pixels do not need. Its data are inflated here once, to no more than its size asks for, so a decoder
 * that knows no bounds finds nothing that is larger.
 * @throws UnreadableImageError when its data are not as many as its size says
 */
export function cleanPng(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 8)];
  const data: Buffer[] = [];
  let header: PngHeader | undefined;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (type === "IHDR") header ??= readPngHeader(bytes.subarray(at + 8, end - 4));
    if (type === "IDAT") data.push(bytes.subarray(at + 8, end - 4));
    if (needed.has(type)) kept.push(bytes.subarray(at, end));
    if (type === "IEND") break;
    at = end;
  }
  if (!header) throw new UnreadableImageError("its header says what the format does not have");
  const asked = inflatedBytes(header);
  if (inflate(Buffer.concat(data), asked).length !== asked)
    throw new UnreadableImageError("its data are fewer than its size says");
  return Buffer.concat(kept);
}

function inflate(data: Buffer, asked: number): Buffer {
  try {
    return inflateSync(data, { maxOutputLength: asked });
  } catch (error) {
    throw new UnreadableImageError("its data are broken, or more than its size says", { cause: error });
  }
}
