import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { projectFolder } from "../../../shared/assets/assets.js";

const run = promisify(execFile);
const required =
  "POSTGRES_PASSWORD DATABASE_PASSWORD_API DATABASE_PASSWORD_ISSUER DATABASE_PASSWORD_RENDERER DATABASE_PASSWORD_MAILER REDIS_PASSWORD SECRET_KEY SMTP_URL MAIL_FROM";

interface Composed {
  services: Record<string, { image?: string; build?: unknown }>;
}

/** What compose makes of compose.yaml with this environment besides the settings that must be there. */
async function composed(env: Record<string, string>): Promise<Composed> {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-compose-"));
  const file = path.join(folder, "env");
  writeFileSync(file, [...required.split(" ").map((name) => `${name}=given`), ""].join("\n"));
  const profiles = ["simulator", "monitoring", "admin"].flatMap((profile) => ["--profile", profile]);
  const options = { cwd: projectFolder, env: { PATH: process.env.PATH, ...env } };
  try {
    const { stdout } = await run("docker-compose", ["--env-file", file, ...profiles, "config"], options);
    return parse(stdout) as Composed;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Where the program is installed: Debian's package docker-compose. */
describe.skipIf(!existsSync("/usr/bin/docker-compose"))("docker-compose", () => {
  test("accepts compose.yaml, and runs what was built here", async () => {
    const { services } = await composed({});
    expect(services.issuer).toMatchObject({ image: "talonario/issuer:local", build: { target: "issuer" } });
  });

  test("runs released images in the place of each that is built here", async () => {
    const { services } = await composed({ TALONARIO_IMAGES: "registry.example/shop", TALONARIO_VERSION: "1.2.3" });
    const built = Object.values(services).filter(({ build }) => build !== undefined);
    expect(built.length).toBeGreaterThan(7);
    for (const { image } of built) expect(image).toMatch(/^registry\.example\/shop\/[a-z]+:1\.2\.3$/);
  });
});
