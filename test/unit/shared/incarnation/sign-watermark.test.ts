import { expect, test } from "vitest";
import { decodeWatermark, encodeWatermark } from "../../../../shared/incarnation/sign-watermark.js";

const key = Buffer.alloc(32, 7);
const watermark = { place: "1/5", history: 30, earlier: [20, 10], position: 1_234n, writtenMs: Date.UTC(2026, 10, 28) };
const text = encodeWatermark(watermark, key);
const changed = (over: object) => JSON.stringify({ ...JSON.parse(text), ...over });

test("what an issuer wrote is verified with its key, and without it is read and not verified", () => {
  expect(decodeWatermark("1/5", text, key)).toEqual({ ...watermark, verified: true });
  expect(decodeWatermark("1/5", text)).toEqual({ ...watermark, verified: false });
});

test.each<[string, string, Buffer?]>([
  ["another position", changed({ position: "1235" })],
  ["another history", changed({ history: 31 })],
  ["other histories before", changed({ earlier: [20] })],
  ["another time", changed({ written: "2026-11-29T00:00:00.000Z" })],
  ["no time", changed({ written: undefined })],
  ["no MAC", changed({ mac: undefined })],
  ["a MAC of another length", changed({ mac: "AA==" })],
  ["the MAC of another key", encodeWatermark(watermark, Buffer.alloc(32))],
  ["the MAC of another place", encodeWatermark({ ...watermark, place: "1/6" }, key)],
])("%s is not verified", (_, forged) => {
  expect(decodeWatermark("1/5", forged, key)).toMatchObject({ verified: false });
});

test("a later version may write further fields, and this one verifies what it knows", () => {
  expect(decodeWatermark("1/5", changed({ mac2: "x", epoch: 5 }), key)).toMatchObject({ verified: true });
});

test.each([
  ["nothing", null],
  ["no JSON", "{spoilt"],
  ["a number", "7"],
  ["a position that is no number", changed({ position: "1e9" })],
  ["a position of a million digits", changed({ position: "9".repeat(1_000_000) })],
  ["a list of a million histories", changed({ earlier: Array(1_000_000).fill(1) })],
])("%s shows nothing", (_, spoilt) => {
  expect(decodeWatermark("1/5", spoilt, key)).toBe(undefined);
});
