import { expect, test } from "vitest";
import { readLogoImage } from "../../../api/parsing/logo-image.js";
import { jpegImage, pngImage } from "../../support/samples/images.js";

const png = pngImage(120, 40);
const jpeg = jpegImage(300, 200);

test.each([
  { name: "a PNG", bytes: png, logo: { type: "png", width: 120, height: 40 } },
  { name: "a JPEG", bytes: jpeg, logo: { type: "jpeg", width: 300, height: 200 } },
  { name: "the widest", bytes: pngImage(4_096, 1), logo: { type: "png", width: 4_096, height: 1 } },
  { name: "the largest", bytes: pngImage(4_096, 2_048), logo: { type: "png", width: 4_096, height: 2_048 } },
])("$name is recognized by its content", ({ bytes, logo }) => {
  expect(readLogoImage(bytes)).toEqual(logo);
});

const flipped = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
};

test.each([
  { name: "an empty file", bytes: Buffer.alloc(0) },
  { name: "a PNG's first bytes", bytes: png.subarray(0, 8) },
  { name: "a PNG that was cut", bytes: png.subarray(0, -1) },
  { name: "a PNG with a wrong byte", bytes: flipped(png, 45) },
  { name: "a PNG whose header comes later", bytes: Buffer.concat([png.subarray(0, 8), png.subarray(33)]) },
  { name: "a JPEG that was cut before its scan", bytes: jpeg.subarray(0, 30) },
  { name: "a JPEG that does not end", bytes: jpeg.subarray(0, -2) },
  { name: "a GIF", bytes: Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00;", "latin1") },
  { name: "an SVG", bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>') },
  { name: "a page", bytes: Buffer.from("<html></html>") },
])("$name is rejected as a logo", ({ bytes }) => {
  expect(readLogoImage(bytes)).toMatchObject({ fault: { en: "the body must be a whole PNG or JPEG image" } });
});

test.each([
  { width: 4_097, height: 1 },
  { width: 1, height: 65_535 },
  { width: 0, height: 10 },
  { width: 4_096, height: 2_049 },
])("an image of $width x $height is rejected", ({ width, height }) => {
  expect(readLogoImage(jpegImage(width, height))).toMatchObject({
    fault: { en: expect.stringContaining(`${width} x ${height}`) },
  });
});
