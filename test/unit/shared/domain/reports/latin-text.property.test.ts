import fc from "fast-check";
import { expect, test } from "vitest";
import { toLatin } from "../../../../../shared/domain/reports/latin-text.js";
import { propertyRuns } from "../../../../support/samples/property-runs.js";

const latin = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0, max: 0xff }).map((code) => String.fromCharCode(code)),
    fc.constantFrom(" ", "\u0301", "\u200d"),
  ),
});

/** Behind a character outside Latin-1 that has a spelling, a text is written by every step. */
const everyStep = (text: string) => toLatin(`€ ${text}`).slice("EUR ".length);

test("a text that is written as it is, is what every step of the rule makes of it", () => {
  fc.assert(
    fc.property(latin, (text) => {
      expect(toLatin(text)).toBe(everyStep(text));
    }),
    propertyRuns(10_000),
  );
});
