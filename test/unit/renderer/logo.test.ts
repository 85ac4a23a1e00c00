import { createCanvas } from "@napi-rs/canvas";
import { expect, test } from "vitest";
import { createLogoReader } from "../../../renderer/logo.js";
import { readImageSize } from "../../../shared/images/image-size.js";
import { rewriteImage } from "../../../shared/images/rewrite-image.js";
import { createLog } from "../../../shared/logging/log.js";
import type { Storage } from "../../../shared/storage/storage.js";
import { pngImage } from "../../support/samples/images.js";

const picture = (type: "image/png" | "image/jpeg", width: number, height: number): Buffer =>
  createCanvas(width, height).toBuffer(type as "image/png");

const storageOf = (bytes: Buffer | undefined): Storage => ({
  exists: async () => bytes !== undefined,
  read: async () => bytes ?? Buffer.alloc(0),
  open: () => Promise.reject(new Error("nobody opens a logo")),
  write: async () => undefined,
  remove: async () => undefined,
});

const log = createLog("test", "silent");
const never = async () => Promise.reject(new Error("nothing is rewritten here"));
const logoOf = (bytes: Buffer | undefined) =>
  createLogoReader({ storage: storageOf(bytes), log, rewriteImage: never })("logos/1.own.png");

test.each(["image/png", "image/jpeg"] as const)("the size of a %s is read from its header", (type) => {
  expect(readImageSize(picture(type, 321, 123))).toEqual({ type, width: 321, height: 123 });
});

test("a JPEG may have fill bytes before its segments", () => {
  const jpeg = picture("image/jpeg", 40, 20);
  const filled = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xff]), jpeg.subarray(2)]);
  expect(readImageSize(filled)).toEqual({ type: "image/jpeg", width: 40, height: 20 });
});

test.each([
  ["the largest image that may be stored", pngImage(4_096, 4_096), /^data:image\/png;base64,/],
  ["a PNG", picture("image/png", 40, 20), /^data:image\/png;base64,/],
  ["a JPEG", picture("image/jpeg", 40, 20), /^data:image\/jpeg;base64,/],
  ["an image with too many pixels", pngImage(30_000, 30_000), undefined],
  ["an SVG, which could hold a script", Buffer.from("<svg onload='alert(1)'/>"), undefined],
  ["a truncated file", picture("image/png", 40, 20).subarray(0, -1), undefined],
  ["a JPEG without a frame", Buffer.from("ffd8ffe000104a464946", "hex"), undefined],
  ["nothing", Buffer.alloc(0), undefined],
  ["a missing logo", undefined, undefined],
])("%s", async (_name, bytes, expected) => {
  const logo = await logoOf(bytes);
  if (expected) expect(logo).toMatch(expected);
  else expect(logo).toBeUndefined();
});

test("a logo of before is shown as our encoder writes it, once for many prints", async () => {
  const old = picture("image/jpeg", 40, 20);
  let rewritten = 0;
  const read = createLogoReader({
    storage: storageOf(old),
    log,
    rewriteImage: async (bytes) => {
      rewritten += 1;
      return { image: rewriteImage(Buffer.from(bytes)) };
    },
  });
  const shown = `data:image/jpeg;base64,${rewriteImage(old).bytes.toString("base64")}`;
  expect([await read("logos/1.jpeg"), await read("logos/1.jpeg")]).toEqual([shown, shown]);
  expect(rewritten).toBe(1);
  await read("logos/2.jpeg");
  expect(rewritten).toBe(2);
});

test("a logo of before that cannot be decoded is left out, and so is one that takes too long", async () => {
  const broken = createLogoReader({
    storage: storageOf(pngImage(4, 4)),
    log,
    rewriteImage: async () => ({ unreadable: "broken" }),
  });
  const slow = createLogoReader({ storage: storageOf(pngImage(4, 4)), log, rewriteImage: never });
  expect([await broken("logos/1.png"), await slow("logos/1.png")]).toEqual([undefined, undefined]);
});
