import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { caeaCodes } from "../../authority/caea/texts.js";
import {
  conditionCodes,
  noMovementFixtures,
  reportFixtures,
  requestFixtures,
} from "../../support/samples/caea-fixtures.js";

const sorted = (codes: Iterable<number>) => [...new Set(codes)].sort((one, other) => one - other);

/** The codes that each file of tests brings about, by the name in the table's last column. */
const tested: Record<string, number[]> = {
  codes: sorted(requestFixtures.flatMap(({ codes }) => codes)),
  reports: sorted([...reportFixtures.flatMap(({ codes }) => codes), ...conditionCodes.map(({ code }) => code)]),
  "no movement": sorted(noMovementFixtures.flatMap(({ code }) => code ?? [])),
};

/** The rows of the table in section 13.4. */
function documentedRows(): { codes: number[]; test: string }[] {
  const text = readFileSync(path.join(projectFolder, "issuer/authority/README.md"), "utf8");
  const section = text.slice(text.indexOf("### 13.4 "), text.indexOf("### 13.5 "));
  return [...section.matchAll(/^\| ([\d, ]+) \| .* \| ([a-z ]+) \|$/gm)].map(([, codes = "", name = ""]) => ({
    codes: codes.split(", ").map(Number),
    test: name,
  }));
}

test("every code of the table of CAEA is brought about by the tests that it names, and no other", () => {
  const rows = documentedRows();
  for (const [name, codes] of Object.entries(tested)) {
    const documented = rows.filter((row) => row.test === name).flatMap((row) => row.codes);
    expect([name, documented.toSorted((one, other) => one - other)]).toEqual([name, codes]);
  }
  expect(rows.filter((row) => !(row.test in tested))).toEqual([]);
});

test("the simulator gives exactly the codes of the table of CAEA", () => {
  expect(sorted(documentedRows().flatMap(({ codes }) => codes))).toEqual(sorted(caeaCodes));
});
