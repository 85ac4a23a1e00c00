import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { testOf } from "../../support/groups.js";

const run = promisify(execFile);

testOf(
  "operating",
  "the archive for a host without Docker has what the images have, and each program starts from it",
  async () => {
    const { stdout } = await run(process.execPath, ["shared/launch/pack.mjs"], { cwd: projectFolder });
    const archive = path.join(projectFolder, stdout.trim().split("\n").at(-1) ?? "");
    const folder = mkdtempSync(path.join(tmpdir(), "talonario-archive-"));
    try {
      await run("tar", ["-C", folder, "--strip-components=1", "-xzf", archive]);
      const copied = readFileSync(path.join(projectFolder, "Dockerfile"), "utf8").matchAll(/ \/app\/(\S+)/g);
      const places = [...new Set([...copied].map(([, place = ""]) => place))];
      expect(places.length).toBeGreaterThan(12);
      expect(places.filter((place) => !existsSync(path.join(folder, place)))).toEqual([]);

      // Without settings, each process has loaded all that it needs when it says so.
      for (const name of ["api", "issuer", "renderer", "mailer", "shared/db/migrate"]) {
        const program = name.includes("/") ? `dist/${name}/migrate-main.js` : `dist/${name}/main.js`;
        const started = run(process.execPath, [program], { cwd: folder, env: { NODE_ENV: "production" } });
        await expect(started, name).rejects.toMatchObject({
          code: 1,
          stderr: expect.stringMatching(/^The environment is not usable:\n {2}/),
        });
      }
      const { stdout: help } = await run(process.execPath, ["dist/api/admin/main.js", "--help"], { cwd: folder });
      expect(help).toContain("doctor");
      expect(existsSync(path.join(folder, "shared/deploy/systemd/talonario-issuer@.service"))).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
      rmSync(archive);
    }
  },
);
