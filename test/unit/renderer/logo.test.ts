import { createCanvas } from "@napi-rs/canvas";
import { expect, test } from "vitest";
import { readLogo } from "../../../renderer/logo.js";
import { readImageSize } from "../../../shared/images/image-size.js";
import { createLog } from "../../../shared/log.js";
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

const logoOf = (bytes: Buffer | undefined) => readLogo(storageOf(bytes), "logos/1.png", createLog("test", "silent"));

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
