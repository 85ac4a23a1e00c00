import { expect, test } from "vitest";
import { drawFields, drawTable } from "../../../../api/admin/table.js";

test("a table fits its widest cells, aligns numbers right and shows a missing value as a dash", () => {
  const rows = [
    [1, "Mostrador", true, null],
    [12, "Web", false, "2026-11-21"],
  ];
  expect(drawTable(["number", "name", "enabled", "since"], rows, "none")).toBe(
    [
      "NUMBER  NAME       ENABLED  SINCE",
      "     1  Mostrador  yes      -",
      "    12  Web        no       2026-11-21",
    ].join("\n"),
  );
  expect(drawTable(["number"], [], "There is none.")).toBe("There is none.");
});

test("a single object is drawn with one field per line", () => {
  expect(drawFields({ code: "demo", address: "", taxType: 1 })).toBe("code      demo\naddress   -\ntax type  1");
});
