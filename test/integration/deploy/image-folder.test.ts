import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { createDemoDatabase } from "../../support/servers/demo-database.js";

const run = promisify(execFile);
const parts = ["package.json", "package-lock.json", "node_modules", "dist", "shared"];

/** What an image is made of, beside the clone: a file that is removed there stays here. */
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(projectFolder, ".cache", "image-"));
  await run("cp", ["-al", ...parts, folder], { cwd: projectFolder });
  await run(process.execPath, ["shared/launch/keep-outside.mjs"], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("an image has at most 45 packages beside its bundles, in at most 75 MiB", async () => {
  const packages = readdirSync(path.join(folder, "node_modules")).flatMap((name) =>
    name.startsWith("@") ? readdirSync(path.join(folder, "node_modules", name)) : [name],
  );
  const { stdout } = await run("du", ["-sm", "--apparent-size", "node_modules"], { cwd: folder });
  expect(packages.length).toBeLessThanOrEqual(45);
  expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(75);
  expect(packages).not.toContain("mjml");
});

test("what is left of Prisma's client loads its compiler and holds a transaction", async () => {
  await using database = await demoDatabase();
  const env = { PATH: process.env.PATH, DATABASE_URL: database.url, REDIS_URL: "redis://127.0.0.1:1" };
  const admin = (...words: string[]) =>
    run(process.execPath, ["dist/api/admin/main.js", ...words], { cwd: folder, env });
  const { stdout } = await admin(
    "plan",
    "create",
    "image",
    "--name",
    "Image",
    "--monthly",
    "10",
    "--price",
    "1",
    "--json",
  );
  expect(JSON.parse(stdout)).toMatchObject({ plan: { code: "image" } });
});

async function demoDatabase() {
  const database = await createDemoDatabase();
  return Object.assign(database, { [Symbol.asyncDispose]: () => database.drop() });
}
