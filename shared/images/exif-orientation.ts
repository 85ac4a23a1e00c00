const orientationTag = 0x0112;

/**
 * How a camera was held, out of what it wrote beside a JPEG's pixels: 1 when it says nothing that can be read.
 * Source: ISO 12234, the tag Orientation.
 */
export function readOrientation(jpeg: Buffer): number {
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff; ) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xda) return 1;
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    const data = jpeg.subarray(at + 4, end);
    if (marker === 0xe1 && data.subarray(0, 6).equals(exifHead)) return ofFirstDirectory(data.subarray(6)) ?? 1;
    at = end;
  }
  return 1;
}

const exifHead = Buffer.from("Exif\0\0", "latin1");

function ofFirstDirectory(tiff: Buffer): number | undefined {
  const order = tiff.toString("latin1", 0, 2);
  if (tiff.length < 8 || (order !== "II" && order !== "MM")) return undefined;
  const short = (at: number) => (order === "II" ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = order === "II" ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return undefined;
  const entries = short(start);
  for (let n = 0; n < entries; n++) {
    const at = start + 2 + n * 12;
    if (at + 12 > tiff.length) return undefined;
    if (short(at) === orientationTag) return short(at + 8);
  }
  return undefined;
}
