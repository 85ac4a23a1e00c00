import { deflateSync } from "node:zlib";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { describe, expect, test } from "vitest";
import { maxStoredBytes, rewriteImage } from "../../../../shared/images/rewrite-image.js";
import { jpegSamples } from "../../../support/samples/jpeg-samples.js";
import { chunk, height, type PngKind, pngOf, width } from "../../../support/samples/png-kinds.js";

interface Shown {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** What a browser's own decoder makes of an image. */
async function show(bytes: Buffer): Promise<Shown> {
  const image = await loadImage(bytes);
  const context = createCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

/** The largest difference of two images, and the mean one. What nobody sees, as it is not opaque, has no color. */
function compare(one: Shown, other: Shown): { most: number; mean: number } {
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  let [most, sum] = [0, 0];
  for (let at = 0; at < one.data.length; at += 4) {
    const opacity = one.data[at + 3] ?? 0;
    for (const channel of [0, 1, 2, 3]) {
      const apart = Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0));
      const seen = channel === 3 ? apart : (apart * opacity) / 255;
      most = Math.max(most, seen);
      sum += seen;
    }
  }
  return { most, mean: sum / one.data.length };
}

const kinds: PngKind[] = (
  [
    [0, [1, 2, 4, 8, 16]],
    [2, [8, 16]],
    [3, [1, 2, 4, 8]],
    [4, [8, 16]],
    [6, [8, 16]],
  ] as const
).flatMap(([colorType, depths]) =>
  depths.flatMap((depth) =>
    [false, true].flatMap((interlaced) =>
      (colorType === 4 || colorType === 6 ? [false] : [false, true]).map((transparent) => ({
        ...{ colorType, depth, interlaced, transparent },
      })),
    ),
  ),
);

describe("a PNG", () => {
  test.each(kinds)(
    "of color type $colorType with $depth bits is the same picture (interlaced: $interlaced, transparent: $transparent)",
    async (kind) => {
      const original = pngOf(kind);
      const image = rewriteImage(original);
      expect(image).toMatchObject({ type: "image/png", width, height });
      // Of 16 bits one decoder rounds, and another cuts.
      expect(compare(await show(original), await show(image.bytes)).most).toBeLessThanOrEqual(
        kind.depth === 16 ? 1 : 0.5,
      );
    },
  );

  test("keeps nothing but its pixels", () => {
    const before = [
      chunk("tEXt", Buffer.from("Author\0somebody-secret", "latin1")),
      chunk("eXIf", Buffer.from("MM\0*secret", "latin1")),
      chunk("iCCP", Buffer.concat([Buffer.from("secret\0\0", "latin1"), deflateSync(Buffer.alloc(1_000))])),
      chunk("pHYs", Buffer.alloc(9)),
      chunk("prVt", Buffer.from("secret")),
    ];
    const after = [chunk("tIME", Buffer.alloc(7)), chunk("iTXt", Buffer.from("secret\0\0\0\0\0secret", "latin1"))];
    const { bytes } = rewriteImage(
      Buffer.concat([pngOf({ colorType: 2, depth: 8, before, after }), Buffer.from("secret tail")]),
    );
    expect(bytes.toString("latin1")).not.toContain("secret");
    expect(
      [...bytes.toString("latin1").matchAll(/IHDR|PLTE|tRNS|IDAT|IEND|[a-z][A-Za-z]{3}(?=secret)/g)].map(
        ([name]) => name,
      ),
    ).toEqual(["IHDR", "IDAT", "IEND"]);
  });

  test.each<[string, Partial<PngKind>]>([
    ["whose data are a bomb", { rows: Buffer.alloc(200_000_000) }],
    ["whose data are more than its size says", { says: { width: 5, height: 5 } }],
    ["whose data are fewer than its size says", { says: { width: 2_000, height: 2_000 } }],
  ])("%s is refused before its pixels are decoded", (_, change) => {
    const bytes = pngOf({ colorType: 2, depth: 8, ...change });
    const before = process.memoryUsage().arrayBuffers;
    expect(() => rewriteImage(bytes)).toThrow(/than its size says/);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  test.each([
    [
      "in a text",
      () => chunk("zTXt", Buffer.concat([Buffer.from("a\0\0", "latin1"), deflateSync(Buffer.alloc(200_000_000))])),
    ],
    [
      "in a profile",
      () => chunk("iCCP", Buffer.concat([Buffer.from("a\0\0", "latin1"), deflateSync(Buffer.alloc(200_000_000))])),
    ],
  ])("with a bomb %s is rewritten without it", (_, bomb) => {
    const original = pngOf({ colorType: 2, depth: 8, before: [bomb()] });
    const before = process.memoryUsage().arrayBuffers;
    expect(rewriteImage(original)).toMatchObject({ width, height });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  test.each<[string, Buffer]>([["without the palette that it needs", pngOf({ colorType: 3, depth: 8 }).subarray(0)]])(
    "%s is refused",
    (_, whole) => {
      const at = whole.indexOf("PLTE") - 4;
      const broken = Buffer.concat([whole.subarray(0, at), whole.subarray(at + 12 + 256 * 3)]);
      expect(() => rewriteImage(broken)).toThrow("its pixels cannot be read");
    },
  );

  test("of a depth that its color type does not have is refused", () => {
    expect(() => rewriteImage(pngOf({ colorType: 6, depth: 8 }).fill(0))).toThrow("neither a PNG nor a JPEG");
    expect(() => rewriteImage(pngOf({ colorType: 3, depth: 16 }))).toThrow("its header says");
  });

  test("that would be stored with too many bytes is made smaller until it is not", () => {
    const side = 1_000;
    const noise = createCanvas(side, side);
    const context = noise.getContext("2d");
    const data = context.createImageData(side, side);
    let last = 1;
    const next = () => {
      last = (last * 48_271) % 2_147_483_647;
      return (last >> 8) & 0xff;
    };
    for (let at = 0; at < data.data.length; at++) data.data[at] = at % 4 === 3 ? 255 : next();
    context.putImageData(data, 0, 0);
    const image = rewriteImage(noise.toBuffer("image/png"));
    expect(image.bytes.length).toBeLessThanOrEqual(maxStoredBytes);
    expect([image.width, image.height]).toEqual([side / 2, side / 2]);
  });
});

describe("a JPEG", () => {
  const samples = Object.entries(jpegSamples).map(([name, text]) => ({ name, bytes: Buffer.from(text, "base64") }));

  test.each(samples)("that is $name is the same picture", async ({ bytes }) => {
    const image = rewriteImage(bytes);
    const { mean } = compare(await show(bytes), await show(image.bytes));
    expect(image.type).toBe("image/jpeg");
    // What is lost is what a JPEG loses, with colors at half the size a little more.
    expect(mean).toBeLessThan(8);
  });

  test("that a camera wrote on its side stands upright, and says nothing of the camera", async () => {
    const [turned] = samples.filter(({ name }) => name === "turned");
    const bytes = turned?.bytes ?? Buffer.alloc(0);
    expect(bytes.toString("latin1")).toContain("a secret place");
    const image = rewriteImage(bytes);
    expect([image.width, image.height]).toEqual([16, 24]);
    expect(image.bytes.toString("latin1")).not.toMatch(/secret|Exif/);
    // The red square of the picture's upper left corner.
    const { data } = await show(image.bytes);
    const at = (4 * 16 + 12) * 4;
    expect([...data.slice(at, at + 3)].map((value) => value > 150)).toEqual([true, false, false]);
  });

  test("that was cut, or has no image in it, is refused", () => {
    const [baseline] = samples;
    const bytes = baseline?.bytes ?? Buffer.alloc(0);
    for (const broken of [bytes.subarray(0, 100), Buffer.concat([bytes.subarray(0, 20), bytes.subarray(-2)])])
      expect(() => rewriteImage(broken)).toThrow(/neither a PNG nor a JPEG|cannot be read/);
  });
});
