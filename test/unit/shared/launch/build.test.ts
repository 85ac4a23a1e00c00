import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectFolder } from "../../../../shared/assets/assets.js";

const run = promisify(execFile);

test("the documented build makes the database client without a word to another host", async () => {
  const root = mkdtempSync(path.join(tmpdir(), "talonario-build-"));
  for (const file of ["package.json", "prisma.config.ts", "prisma", "shared/launch"])
    cpSync(path.join(projectFolder, file), path.join(root, file), { recursive: true });
  symlinkSync(path.join(projectFolder, "node_modules"), path.join(root, "node_modules"));
  // Whoever asks it is refused, as by a firewall. A place of its own, where no engine was kept.
  const env = { PATH: process.env.PATH, HOME: root, PRISMA_ENGINES_MIRROR: "http://127.0.0.1:9", XDG_CACHE_HOME: root };
  // The sources are not there, so it comes no further than to the client.
  const said = await run("npm", ["run", "build"], { cwd: root, env }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
  expect(said).not.toContain("127.0.0.1:9");
  expect(readFileSync(path.join(root, "shared/db/generated/client.ts"), "utf8")).toContain("PrismaClient");
  rmSync(root, { recursive: true });
});
