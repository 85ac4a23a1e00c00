import { crc32, deflateSync } from "node:zlib";

export interface PngKind {
  colorType: 0 | 2 | 3 | 4 | 6;
  depth: 1 | 2 | 4 | 8 | 16;
  interlaced?: boolean;
  /** A color that stands for "nothing is there", or the palette's opacities. */
  transparent?: boolean;
  /** Further chunks before the data, and after them. */
  before?: Buffer[];
  after?: Buffer[];
  /** What the header says in the place of 23 x 13. */
  says?: { width: number; height: number };
  /** In the place of the rows. */
  rows?: Buffer;
}

/** Odd, so that rows end within a byte and the passes of an interlaced image are unlike. */
export const [width, height] = [23, 13];

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, sum]);
}

const samplesOf = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;

/** A sample that differs from place to place and channel to channel. */
const sampleAt = (x: number, y: number, channel: number, depth: number) =>
  ((x * 7 + y * 13 + channel * 29) * (depth === 16 ? 257 : 1)) % 2 ** depth;

const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function rowsOf({ colorType, depth, interlaced = false }: PngKind): Buffer {
  const rows: Buffer[] = [];
  for (const [left, top, across, down] of interlaced ? passes : ([[0, 0, 1, 1]] as const))
    for (let y = top; y < height; y += down) {
      let bits = "";
      for (let x: number = left; x < width; x += across)
        for (let channel = 0; channel < samplesOf[colorType]; channel++)
          bits += sampleAt(x, y, channel, depth).toString(2).padStart(depth, "0");
      if (bits === "") continue;
      const bytes = bits.match(/.{1,8}/g) ?? [];
      rows.push(Buffer.from([0, ...bytes.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2))]));
    }
  return Buffer.concat(rows);
}

/** A whole PNG of a kind. */
export function pngOf(kind: PngKind): Buffer {
  const { colorType, depth, interlaced = false, transparent = false, before = [], after = [] } = kind;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(kind.says?.width ?? width, 0);
  header.writeUInt32BE(kind.says?.height ?? height, 4);
  header.set([depth, colorType, 0, 0, interlaced ? 1 : 0], 8);
  const colors = colorType === 3 ? 2 ** depth : 0;
  const palette = Buffer.from(Array.from({ length: colors * 3 }, (_, at) => (at * 37 + 11) % 256));
  const absent = Buffer.alloc(samplesOf[colorType] * 2);
  for (let channel = 0; channel < samplesOf[colorType]; channel++)
    absent.writeUInt16BE(sampleAt(3, 2, channel, depth), channel * 2);
  const opacities = colorType === 3 ? Buffer.from(Array.from({ length: colors }, (_, at) => (at * 91) % 256)) : absent;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    ...before,
    ...(colors > 0 ? [chunk("PLTE", palette)] : []),
    ...(transparent ? [chunk("tRNS", opacities)] : []),
    chunk("IDAT", deflateSync(kind.rows ?? rowsOf(kind))),
    ...after,
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
