import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import type { SoftwareBill } from "../../../shared/deploy/only-shipped.js";
import { readBundles } from "../../../shared/launch/compiled-files.mjs";

const read = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");

test("the licences of all packages inside the bundles that ship are written down", () => {
  const bundles = Object.values(readBundles(projectFolder)).filter(({ ships }) => ships);
  const inside = new Set(bundles.flatMap((bundle) => bundle.inside));
  const texts = read("dist/third-party-licences.txt").split(/^-{78}$/m);
  expect(inside.size).toBeGreaterThan(50);
  expect(texts).toHaveLength(inside.size);
  expect(
    texts.filter((text) => !/\b(licen[cs]ed?|MIT|ISC|BSD|Apache|unlicense|redistribution|permission)\b/i.test(text)),
  ).toEqual([]);
  const zod = read("node_modules/zod/LICENSE").trim();
  expect(texts.filter((text) => text.includes(zod))).not.toEqual([]);
});

test("npm run sbom lists every package that ships with its licence, and nothing of development", async () => {
  const command = ["shared/launch/run.mjs", "sbom"];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: projectFolder });
  expect(stdout).toMatch(/^\d+ packages ship, \d+ of them inside bundles, .*\n$/);

  const { components, dependencies } = JSON.parse(read("dist/sbom.cdx.json")) as SoftwareBill;
  const manifest = JSON.parse(read("package.json")) as Record<
    "dependencies" | "devDependencies",
    Record<string, string>
  >;
  const listed = components.map(({ name, version }) => `${name}@${version}`);
  const direct = Object.entries(manifest.dependencies).map((pair) => pair.join("@"));
  expect(direct.filter((name) => !listed.includes(name))).toEqual([]);
  for (const name of ["vitest", "typescript", "esbuild", "prisma", "knip"]) {
    expect(components.map((one) => one.name)).not.toContain(name);
  }

  const refs = new Set(components.map((one) => one["bom-ref"]));
  const needed = dependencies.flatMap(({ dependsOn = [] }) => dependsOn);
  expect(needed.length).toBeGreaterThan(components.length);
  expect(needed.filter((ref) => !refs.has(ref))).toEqual([]);

  const table = read("dist/licences.txt").trim().split("\n");
  expect(table).toHaveLength(components.length);
  expect(table.filter((line) => /\tunknown$/.test(line))).toEqual([]);
});
