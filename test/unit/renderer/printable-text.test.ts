import fc from "fast-check";
import { expect, test } from "vitest";
import { printableLines } from "../../../renderer/printable-text.js";
import { publicCase } from "../../support/public-case.js";
import { propertyRuns } from "../../support/samples/property-runs.js";

const kind = "Emoji on the page";
const rule = "renderer/README.md";

for (const [sent, right] of [
  ["Mate 🧉 con bombilla", "Mate \ufffd con bombilla"],
  ["👩🏽‍🚀 and 🇦🇷: one picture each", "\ufffd and \ufffd: one picture each"],
  ["☕️ and ❤️", "\ufffd and \ufffd"],
  ["1️⃣ kg", "1 kg"],
  ["Marca® ™ © ½ € ñ", "Marca® ™ © ½ € ñ"],
] as const)
  publicCase({ kind, sent, right: `“${right}”`, rule }, () => {
    expect(printableLines(sent)).toBe(right);
  });

test("a text keeps a sign for each picture and every other letter, in their order", () => {
  const picture = fc.constantFrom("🧉", "😀", "👩🏽‍🚀", "🇦🇷", "☕️", "❤️", "🫠", "👍🏿");
  const letter = fc.constantFrom("a", "ñ", " ", "7", "½", "€", "™", "\n", "Ж");
  fc.assert(
    fc.property(fc.array(fc.oneof(picture, letter), { maxLength: 30 }), (parts) => {
      // Two flags side by side are two flags, and so are two pictures: nothing joins them.
      const expected = parts.map((part) => (/\p{Emoji_Presentation}|\ufe0f/u.test(part) ? "\ufffd" : part)).join("");
      expect(printableLines(parts.join(""))).toBe(expected);
    }),
    propertyRuns(300),
  );
});
