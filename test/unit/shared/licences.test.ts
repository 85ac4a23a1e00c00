import { expect, test } from "vitest";
import { judgeLicences } from "../../../shared/deploy/licences.js";

const withId = (name: string, id: string) => ({ name, version: "1.0.0", licenses: [{ license: { id } }] });
const withChoice = (name: string, expression: string) => ({ name, version: "1.0.0", licenses: [{ expression }] });

test("licences that ask for a notice pass; copyleft and unknown ones are flagged until a reason is given", () => {
  const components = [
    withId("a-free", "MIT"),
    withId("b-copyleft", "GPL-3.0-only"),
    withId("c-network-copyleft", "AGPL-3.0-or-later"),
    { name: "d-silent", version: "1.0.0" },
    withId("e-reasoned", "OFL-1.1"),
    withChoice("f-choice", "(MIT OR GPL-3.0-or-later)"),
    withChoice("g-both", "(MIT AND GPL-3.0-or-later)"),
    withChoice("h-nested", "(MIT OR Apache-2.0) AND LGPL-2.1"),
  ];
  const rows = judgeLicences([...components].reverse(), { "e-reasoned": "a font" });
  expect(rows.map(({ name }) => name)).toEqual(components.map(({ name }) => name));
  expect(rows.filter(({ isFlagged }) => isFlagged).map(({ name, licence }) => [name, licence])).toEqual([
    ["b-copyleft", "GPL-3.0-only"],
    ["c-network-copyleft", "AGPL-3.0-or-later"],
    ["d-silent", "unknown"],
    ["g-both", "(MIT AND GPL-3.0-or-later)"],
    ["h-nested", "(MIT OR Apache-2.0) AND LGPL-2.1"],
  ]);
  expect(rows.find(({ name }) => name === "e-reasoned")?.reason).toBe("a font");
});
