import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isCompiled, removeOld, sourcesFingerprint } from "../../../../shared/launch/compiled-files.mjs";
import { programs } from "../../../../shared/launch/programs.mjs";

let root: string;
const write = (file: string, text = "") => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const has = (file: string) => existsSync(path.join(root, file));

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "talonario-compiled-"));
  for (const file of ["tsconfig.json", "package-lock.json", "api/main.ts", "api/app/page.tsx", "shared/tool.mts"])
    write(file);
  for (const program of programs) write(`dist/${program}.js`);
  write("dist/bundles.json", "{}");
});
afterEach(() => rmSync(root, { recursive: true }));

/** Makes a build of these parts, and lets it remove what is old. */
function build(...parts: string[]) {
  const files = parts.flatMap((part) => [`dist/api/parts/${part}.js`, `dist/api/parts/${part}.js.map`]);
  for (const file of files) write(file);
  removeOld(root, { api: { files } });
  write("dist/bundles.json", JSON.stringify({ api: { files } }));
}

test("a part stays for one more build, for processes that run and may still load it, and then it goes", () => {
  build("first", "both");
  build("second", "both");
  const parts = () => ["first", "second", "both"].filter((part) => has(`dist/api/parts/${part}.js.map`));
  expect(parts()).toEqual(["first", "second", "both"]);
  build("third", "both");
  expect(parts()).toEqual(["second", "both"]);
});

test("what the build did not make stays, unless it is code", () => {
  for (const file of ["dist/sbom.cdx.json", "dist/renderer/gone.js"]) write(file);
  build("first");
  expect([has("dist/sbom.cdx.json"), has("dist/renderer/gone.js")]).toEqual([true, false]);
});

test.each(["dist/api/admin/main.js", "dist/bundles.json"])("without %s everything is built anew", (file) => {
  expect(isCompiled(root)).toBe(true);
  rmSync(path.join(root, file));
  expect(isCompiled(root)).toBe(false);
});

test.each(["api/main.ts", "api/app/page.tsx", "shared/tool.mts", "tsconfig.json"])("a change of %s is seen", (file) => {
  const before = sourcesFingerprint(root);
  write(file, "changed");
  expect(sourcesFingerprint(root)).not.toBe(before);
});
