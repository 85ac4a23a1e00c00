import { expect, test } from "vitest";
import {
  type Judge,
  judgeWatermark,
  type ReadWatermark,
  type WatermarkVerdict,
} from "../../../../shared/domain/watermark.js";

const gigabyte = 1024n ** 3n;
const notedMs = 1_000_000;
const database: Judge = {
  ...{ place: "1/5", history: 30, earlier: [20, 10], position: 100n * gigabyte },
  ...{ nowMs: notedMs + 3_600_000, notedMs, discarded: [{ history: 30, position: 200n * gigabyte }] },
};
const atMs = (elapsedMs: number) => notedMs + elapsedMs;
const seen = (over: Partial<ReadWatermark>): ReadWatermark => ({
  ...{ place: "1/5", history: 30, earlier: [20, 10], position: 100n * gigabyte, writtenMs: notedMs, verified: true },
  ...over,
});
const ahead = (gigabytes: bigint) => 100n * gigabyte + gigabytes * gigabyte;
const dated = { ...database, discarded: [{ history: 30, position: 200n * gigabyte, writtenMs: atMs(1) }] };
const plain = { ...database, discarded: [] };

test.each<[string, WatermarkVerdict, Judge, Partial<ReadWatermark>]>([
  ["the same", "equal", plain, {}],
  ["an earlier position", "behind", plain, { position: 1n }],
  ["a later position", "ahead", plain, { position: ahead(1n) }],
  ["a history that came after", "ahead", plain, { history: 40, earlier: [30], position: 1n }],
  ["one that nobody signed", "forged", plain, { position: ahead(1n), verified: false }],
  ["the same that nobody signed", "forged", plain, { verified: false }],
  ["of another database", "behind", plain, { place: "1/6", position: ahead(1n) }],
  ["as much as the margin", "ahead", plain, { position: ahead(16n) }],
  ["more than the margin", "too far ahead", plain, { position: ahead(17n) }],
  ["as much as a minute has", "ahead", plain, { position: ahead(16n + 15n), writtenMs: atMs(60_000) }],
  ["more than a minute has", "too far ahead", plain, { position: ahead(16n + 16n), writtenMs: atMs(60_000) }],
  ["a time that is not yet", "too far ahead", plain, { position: ahead(16n + 901n), writtenMs: atMs(10 ** 9) }],
  ["more, and the database was never told", "ahead", { ...plain, notedMs: null }, { position: ahead(10n ** 6n) }],
  ["what a person discarded", "behind", database, { position: ahead(100n) }],
  ["a later one than a person discarded", "too far ahead", database, { position: ahead(101n) }],
  [
    "one that was written since a person discarded a later one",
    "ahead",
    dated,
    { position: ahead(1n), writtenMs: atMs(2) },
  ],
  ["one that was written before", "behind", dated, { position: ahead(1n), writtenMs: atMs(1) }],
])("a watermark with %s is %s", (_, verdict, judge, over) => {
  expect(judgeWatermark(judge, seen(over))).toBe(verdict);
});
