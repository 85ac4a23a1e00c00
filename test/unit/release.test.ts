import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectFolder } from "../../shared/assets/assets.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "talonario-release-"));
  const script = "shared/deploy/check-release.sh";
  cpSync(path.join(projectFolder, script), path.join(folder, script));
  mkdirSync(path.join(folder, "api/client"), { recursive: true });
  write("package.json", '{"version": "1.2.0"}');
  write("api/client/package.json", '{"version": "1.2.0"}');
  write("CHANGELOG.md", "## [Unreleased]\n\n## [1.2.0]\n\n### Upgrading\n\nMigrate first.\n\n## [1.1.0]\n\nOld.\n");
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
const check = (version: string) =>
  promisify(execFile)("bash", [path.join(folder, "shared/deploy/check-release.sh"), version]);

test("a release has its version everywhere, and gives its section of the changelog", async () => {
  const { stdout } = await check("1.2.0");
  expect(stdout.trim()).toBe("### Upgrading\n\nMigrate first.");
});

test.each([
  ["another tag", {}, "1.3.0", /package\.json has version 1\.2\.0, and the tag says 1\.3\.0/],
  [
    "another client",
    { "api/client/package.json": '{"version": "1.1.0"}' },
    "1.2.0",
    /client\/package\.json has version/,
  ],
  ["no section", { "CHANGELOG.md": "## [Unreleased]\n\n### Upgrading\n" }, "1.2.0", /has no section \[1\.2\.0\]/],
  [
    "no word on upgrading",
    { "CHANGELOG.md": "## [1.2.0]\n\nNew.\n\n## [1.1.0]\n\n### Upgrading\n" },
    "1.2.0",
    /no part "Upgrading"/,
  ],
])("it is refused: %s", async (_, files, version, message) => {
  for (const [file, text] of Object.entries(files)) write(file, text);
  await expect(check(version)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
});
