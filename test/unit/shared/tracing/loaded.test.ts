import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../../../shared/assets/assets.js";

const sources = ["api", "issuer", "renderer", "mailer", "shared"].flatMap((folder) =>
  readdirSync(path.join(projectFolder, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file)),
);
const whichHave = (pattern: RegExp) =>
  sources.filter((file) => pattern.test(readFileSync(path.join(projectFolder, file), "utf8"))).sort();

test("OpenTelemetry is imported by two files, which are imported only where there is a collector", () => {
  const behind = ["shared/telemetry/bounded-spans.ts", "shared/telemetry/open-telemetry.ts"];
  expect(whichHave(/"@opentelemetry\//)).toEqual(behind);
  expect(whichHave(/from ".*\/bounded-spans\.js"/)).toEqual(["shared/telemetry/open-telemetry.ts"]);
  expect(whichHave(/from ".*\/open-telemetry\.js"/)).toEqual([]);
  expect(whichHave(/import\(".*\/open-telemetry\.js"\)/)).toEqual(["shared/telemetry/start-tracing.ts"]);
});

test("the bundles have nothing of it inside", () => {
  const read = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");
  const [{ dependencies }, programs] = [JSON.parse(read("package.json")), read("shared/launch/programs.mjs")];
  const packages = Object.keys(dependencies).filter((name) => name.startsWith("@opentelemetry/"));
  expect(packages.length).toBeGreaterThan(2);
  expect(packages.filter((name) => !programs.includes(`  "${name}": "`))).toEqual([]);
});
