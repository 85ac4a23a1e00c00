export interface ImageSize {
  type: "image/png" | "image/jpeg";
  width: number;
  height: number;
}

/** What the head of a PNG or JPEG says; undefined for anything else. Nothing is decoded. */
export const readImageSize = (bytes: Buffer): ImageSize | undefined => readPngSize(bytes) ?? readJpegSize(bytes);

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function readPngSize(bytes: Buffer): ImageSize | undefined {
  if (!bytes.subarray(0, 8).equals(pngSignature) || bytes.length < 24) return undefined;
  return { type: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Walks from segment to segment up to the frame header, which has the size. Source: ITU-T T.81, annex B. */
function readJpegSize(bytes: Buffer): ImageSize | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  let offset = 2;
  while (offset + 9 <= bytes.length && bytes[offset] === 0xff) {
    const marker = bytes[offset + 1] ?? 0;
    if (marker === 0xff) {
      offset += 1; // a segment may be preceded by any number of these
      continue;
    }
    if (isFrameHeader(marker))
      return { type: "image/jpeg", height: bytes.readUInt16BE(offset + 5), width: bytes.readUInt16BE(offset + 7) };
    offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  return undefined;
}

/** SOF0 to SOF15 without the tables that lie between them. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
