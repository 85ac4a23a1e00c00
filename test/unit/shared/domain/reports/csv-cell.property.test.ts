import fc from "fast-check";
import { expect, test } from "vitest";
import { csvText } from "../../../../../shared/domain/reports/csv-cell.js";
import { anyHostileText } from "../../../../support/samples/listed-vouchers.js";
import { propertyRuns } from "../../../../support/samples/property-runs.js";

const sign = "=+\\-@＝＋－＠'";
/** The whole rule, for texts that have nothing to guard too. */
const rule = new RegExp(`(?=[${sign}])(?<=(?:^|[,;|"\\t\\r\\n])[ \\u00A0]*)|^(?=[\\t\\r\\n])`, "g");

const anyText = fc.oneof(
  anyHostileText,
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("a", "1", " ", "\u00A0", ",", ";", "|", '"', "\t", "\r", "\n", ..."=+-@＝＋－＠'\\^]"),
  }),
);

test("a text is guarded by the whole rule, whatever was seen of it before", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(csvText(text)).toBe(text.replace(rule, "'"));
    }),
    propertyRuns(10_000),
  );
});

test("each character alone, and behind a separator", () => {
  for (let unit = 0; unit < 2 ** 16; unit++)
    for (const text of [String.fromCharCode(unit), `a;${String.fromCharCode(unit)}`])
      if (csvText(text) !== text.replace(rule, "'"))
        throw new Error(`character ${unit.toString(16)}: ${csvText(text)}`);
});
