import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { projectFolder } from "../../shared/assets/assets.js";
import { migrationNames } from "../../shared/db/migrate/migrate.js";

/** The migrations before this one, in a folder of their own until the test is over. */
export function migrationsBefore(own: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of migrationNames().filter((one) => one < own))
    cpSync(path.join(projectFolder, "prisma/migrations", name), path.join(folder, name), { recursive: true });
  return folder;
}
