import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { ageOfBackup } from "../../../../api/operator-pages/backup-age.js";

test("a backup is as old as its file, and one that is not there is infinitely old", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-backup-"));
  const file = path.join(folder, "done");
  const nowMs = Date.now();
  expect(await ageOfBackup(file, nowMs)).toBe(Number.POSITIVE_INFINITY);
  writeFileSync(file, "");
  utimesSync(file, nowMs / 1_000 - 7_200, nowMs / 1_000 - 7_200);
  expect(await ageOfBackup(file, nowMs)).toBeCloseTo(7_200, 0);
  expect(await ageOfBackup(path.join(file, "below"), nowMs)).toBe(Number.POSITIVE_INFINITY);
  rmSync(folder, { recursive: true });
});
