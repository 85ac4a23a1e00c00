import { expect, test } from "vitest";
import { taxId } from "../../../../api/admin/options.js";
import { publicCase } from "../../../support/public-case.js";

const kind = "What comes in, in an option";
const rule = "api/admin/README.md";

for (const sent of ["30-71000000-6", "30.71000000.6", "30 71000000 6", " 30710000006 "])
  publicCase({ kind, sent: `--cuit "${sent}"`, right: "taken: its digits", rule }, () => {
    expect(taxId(sent)).toBe("30710000006");
  });

publicCase({ kind, sent: "--cuit 30405060, a DNI", right: "refused: that it is a DNI", rule }, () => {
  expect(() => taxId("30.405.060")).toThrow("It has the digits of a DNI, and a CUIT is asked for: its 11 digits.");
});

test("anything else is the command's to judge", () => {
  expect(taxId("CUIT 30")).toBe("CUIT 30");
});
