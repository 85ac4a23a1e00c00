import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectFolder } from "../../shared/assets/assets.js";
import { migrationNames } from "../../shared/db/migrate/migrate.js";
import { faultsOf, readPublished, withNewFolders } from "../support/published-migrations.js";

const ours = path.join(projectFolder, "prisma/migrations");
const listFile = path.join(projectFolder, "prisma/migrations.sha256");

test("a published migration is as it was published, and each new one is listed", () => {
  if (process.env.UPDATE_MIGRATIONS) writeFileSync(listFile, withNewFolders(ours, readFileSync(listFile, "utf8")));
  const list = readFileSync(listFile, "utf8");
  expect(faultsOf(ours, list)).toEqual([]);
  expect(readPublished(list).map(({ name }) => name)).toEqual(migrationNames());
});

const made = ["99990101000000_second", "99990102000000_third"];

function makeIn(folder: string, names: string[]): void {
  for (const name of names) {
    mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, name, "migration.sql"), "SELECT 1;\n");
  }
}

/** A copy of our migrations and two made-up ones, until the test is over. */
function copied(): { folder: string; list: string } {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-published-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(ours, folder, { recursive: true });
  makeIn(folder, made);
  return { folder, list: withNewFolders(folder, "") };
}

test("an edited migration is a fault, also after the list was renewed", () => {
  const { folder, list } = copied();
  const [second = ""] = made;
  appendFileSync(path.join(folder, second, "migration.sql"), "-- One more comment.\n");
  const fault = `${second} is published and was edited: bring it back, and write another migration`;
  expect(faultsOf(folder, list)).toEqual([fault]);
  expect(withNewFolders(folder, list)).toBe(list);
});

test("a migration that is gone, one that is not listed, and one before the last published one are faults", () => {
  const { folder, list } = copied();
  const [second = ""] = made;
  rmSync(path.join(folder, second), { recursive: true });
  const [earlier, next] = [`${second}_again`, "99990103000000_next"];
  makeIn(folder, [earlier, next]);
  expect(faultsOf(folder, list)).toEqual([
    `${second} is published and missing: bring it back`,
    expect.stringMatching(`^${earlier} is new and comes before .* give it a later name$`),
    expect.stringMatching(/^99990103000000_next is not listed yet: UPDATE_MIGRATIONS=1 /),
  ]);
  expect(readPublished(withNewFolders(folder, list)).at(-1)?.name).toBe(next);
});
