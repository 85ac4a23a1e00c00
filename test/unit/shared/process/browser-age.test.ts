import { mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ageOfBrowser, describeAge } from "../../../../shared/process/browser-age.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "talonario-browser-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a browser is as old as its file, also behind a link, and one that is not there has no age", async () => {
  const [file, link] = [path.join(folder, "chromium"), path.join(folder, "link")];
  const nowMs = Date.now();
  expect(await ageOfBrowser(file, nowMs)).toBeUndefined();
  writeFileSync(file, "");
  utimesSync(file, nowMs / 1_000 - 90_000, nowMs / 1_000 - 90_000);
  symlinkSync(file, link);
  for (const one of [file, link]) expect(await ageOfBrowser(one, nowMs)).toBeCloseTo(90_000, 0);
  // Built by a clock that is ahead.
  expect(await ageOfBrowser(file, nowMs - 200_000_000)).toBe(0);
});

test.each([
  [undefined, ""],
  [3_600, ", made 0 days ago"],
  [90_000, ", made 1 day ago"],
  [29.9 * 86_400, ", made 29 days ago"],
  [30 * 86_400, ", made 30 days ago: take a newer one (shared/deploy/upgrade.md)"],
])('an age of %s seconds is told as "%s"', (seconds, told) => {
  expect(describeAge(seconds)).toBe(told);
});
