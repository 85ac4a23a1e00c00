import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cleanCompiled, isCompiled, sourcesFingerprint } from "../../../../shared/launch/plain-modules.js";

let root: string;
const write = (file: string, text = "") => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const has = (file: string) => existsSync(path.join(root, file));

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "talonario-compiled-"));
  for (const file of ["tsconfig.json", "package-lock.json", "dist/.tsbuildinfo"]) write(file);
  for (const name of ["api/main.ts", "api/app/page.tsx", "shared/tool.mts"]) write(name);
  for (const name of ["api/main.js", "api/app/page.js", "api/app/page.js.map", "shared/tool.mjs"])
    write(`dist/${name}`);
});
afterEach(() => rmSync(root, { recursive: true }));

test("what was compiled of a source stays, whatever the kind of source", () => {
  cleanCompiled(root);
  expect(
    ["api/main.js", "api/app/page.js", "api/app/page.js.map", "shared/tool.mjs"].map((file) => has(`dist/${file}`)),
  ).toEqual(Array(4).fill(true));
  expect([isCompiled(root), has("dist/.tsbuildinfo")]).toEqual([true, true]);
});

test("what was compiled of a source that is gone goes", () => {
  rmSync(path.join(root, "api/app/page.tsx"));
  cleanCompiled(root);
  expect([has("dist/api/app/page.js"), has("dist/api/app/page.js.map"), has("dist/api/main.js")]).toEqual([
    false,
    false,
    true,
  ]);
});

test.each(["api/main", "api/app/page"])("when %s was not compiled, everything is compiled anew", (name) => {
  rmSync(path.join(root, `dist/${name}.js`));
  expect(isCompiled(root)).toBe(false);
  cleanCompiled(root);
  expect(has("dist/.tsbuildinfo")).toBe(false);
});

test.each(["api/main.ts", "api/app/page.tsx", "shared/tool.mts", "tsconfig.json"])("a change of %s is seen", (file) => {
  const before = sourcesFingerprint(root);
  write(file, "changed");
  expect(sourcesFingerprint(root)).not.toBe(before);
});
