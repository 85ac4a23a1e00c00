import { expect, test } from "vitest";
import { drawFields, drawTable } from "../../../../api/admin/table.js";

test("a table is as wide as it needs to be, numbers to the right, what is missing as a dash", () => {
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

test("one thing is a field a line", () => {
  expect(drawFields({ code: "demo", address: "", taxType: 1 })).toBe("code      demo\naddress   -\ntax type  1");
});
