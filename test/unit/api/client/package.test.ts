import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../../../shared/assets/assets.js";

const read = (...names: string[]) => readFileSync(path.join(projectFolder, ...names), "utf8");

interface Package {
  version: string;
  license: string;
  exports: Record<string, string | { default: string }>;
}

test("the client has the product's version and licence, and depends on nothing", () => {
  const product = JSON.parse(read("package.json")) as Package;
  const client = JSON.parse(read("api/client/package.json")) as Package;
  expect(client).toMatchObject({ version: product.version, license: product.license, sideEffects: false });
  expect(Object.keys(client).filter((name) => /dependencies/i.test(name))).toEqual([]);
  expect(read("api/client/LICENSE")).toBe(read("LICENSE"));
});

test("each entry of the client is compiled from a file that exists", () => {
  const { exports } = JSON.parse(read("api/client/package.json")) as Package;
  const compiled = Object.values(exports).flatMap((one) => (typeof one === "string" ? [] : one.default));
  expect(compiled).toHaveLength(2);
  const sources = compiled.map((file) => file.replace("./dist/", "api/client/src/").replace(/js$/, "ts"));
  expect(sources.filter((file) => !existsSync(path.join(projectFolder, file)))).toEqual([]);
});
