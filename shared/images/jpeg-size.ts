const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Markers that begin a frame: C0 to CF, except the tables C4, C8 and CC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * The size of a complete JPEG: valid segments with a frame header lead from the start to a scan, and there is an end marker.
 * Undefined for anything else. Source: ITU-T T.81, annex B.
 */
export function readJpegSize(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage || bytes.lastIndexOf(Buffer.from([0xff, endOfImage])) < 0)
    return undefined;
  let size: { width: number; height: number } | undefined;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // any number of fill bytes may come before a segment
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > bytes.length) return undefined;
    if (isFrame(marker) && length >= 8)
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    if (marker === startOfScan) return size;
    at += 2 + length;
  }
  return undefined;
}
