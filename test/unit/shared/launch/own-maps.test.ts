import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { projectFolder } from "../../../../shared/assets/assets.js";
import { withoutPackages } from "../../../../shared/launch/own-maps.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "talonario-maps-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a shortened source map names the same places of our own files, and none of a package", async () => {
  const outfile = path.join(folder, "config.js");
  const entry = path.join(projectFolder, "shared", "config", "config.ts");
  await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "esm", sourcemap: true });
  const whole = JSON.parse(readFileSync(`${outfile}.map`, "utf8"));
  const [before, after] = [new SourceMap(whole), new SourceMap(withoutPackages(whole))];

  const places = readFileSync(outfile, "utf8")
    .split("\n")
    .flatMap((line, number) => Array.from({ length: line.length + 1 }, (_, column) => [number, column] as const));
  const wrong = { own: 0, packages: 0 };
  const seen = { own: 0, packages: 0 };
  for (const [line, column] of places) {
    const was = before.findEntry(line, column);
    const is = after.findEntry(line, column);
    const isOwn = "originalSource" in was && was.originalSource && !was.originalSource.includes("node_modules/");
    seen[isOwn ? "own" : "packages"] += 1;
    if (isOwn && JSON.stringify(is) !== JSON.stringify(was)) wrong.own += 1;
    if (!isOwn && "originalSource" in is && is.originalSource) wrong.packages += 1;
  }
  expect(wrong).toEqual({ own: 0, packages: 0 });
  expect(Math.min(seen.own, seen.packages)).toBeGreaterThan(5_000);
});
