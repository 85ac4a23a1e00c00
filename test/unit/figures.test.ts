import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../shared/assets/assets.js";
import { countFigures } from "../support/structure/figures.js";
import { sourceFiles } from "../support/structure/source-files.js";
import walls from "./walls.json" with { type: "json" };

/** The client and the examples are programs of their own. */
const ofHouse = sourceFiles.filter((file) => !/^(api\/(client|docs\/guides)|test)\//.test(file));

test("no figure of the house rises: write them into walls.json when they fall", () => {
  expect(countFigures(ofHouse)).toEqual(walls.figures);
});

test("CONTRIBUTING has the figures as they are", () => {
  const page = readFileSync(path.join(projectFolder, ".github", "CONTRIBUTING.md"), "utf8");
  const told = [...page.matchAll(/^\| `(\w+)` \|.*\| (\d+) \|$/gm)].map(([, name, figure]) => [name, Number(figure)]);
  expect(Object.fromEntries(told)).toEqual(walls.figures);
});
