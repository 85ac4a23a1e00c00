/** Layout of the pixels, from a PNG's header. */
export interface PngHeader {
  width: number;
  height: number;
  /** Bits of a sample: 1, 2, 4, 8 or 16. */
  depth: number;
  colorType: number;
  interlaced: boolean;
}

/** Samples of a pixel, and how many bits they may have. Source: ISO 15948, 11.2.2. */
const colorTypes: Record<number, { samples: number; depths: number[] }> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};

/** Passes of an interlaced image: where each begins and how far apart its pixels are. Source: ISO 15948, 8.2. */
const passes = [
  { x: 0, y: 0, across: 8, down: 8 },
  { x: 4, y: 0, across: 8, down: 8 },
  { x: 0, y: 4, across: 4, down: 8 },
  { x: 2, y: 0, across: 4, down: 4 },
  { x: 0, y: 2, across: 2, down: 4 },
  { x: 1, y: 0, across: 2, down: 2 },
  { x: 0, y: 1, across: 1, down: 2 },
];
const whole = [{ x: 0, y: 0, across: 1, down: 1 }];

/** The header out of its chunk's data. Undefined for what the format does not have. */
export function readPngHeader(data: Buffer): PngHeader | undefined {
  const [depth = 0, colorType = -1, compression, filter, interlace = -1] = data.subarray(8, 13);
  if (!colorTypes[colorType]?.depths.includes(depth)) return undefined;
  if (compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1)) return undefined;
  return { width: data.readUInt32BE(0), height: data.readUInt32BE(4), depth, colorType, interlaced: interlace === 1 };
}

/** How many bytes the image's data have when they are inflated: each row of each pass, with its filter before it. */
export function inflatedBytes({ width, height, depth, colorType, interlaced }: PngHeader): number {
  const bits = depth * (colorTypes[colorType]?.samples ?? 0);
  return (interlaced ? passes : whole)
    .map(({ x, y, across, down }) => [Math.ceil((width - x) / across), Math.ceil((height - y) / down)] as const)
    .filter(([columns, rows]) => columns > 0 && rows > 0)
    .reduce((sum, [columns, rows]) => sum + rows * (1 + Math.ceil((columns * bits) / 8)), 0);
}
