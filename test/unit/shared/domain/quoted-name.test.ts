import fc from "fast-check";
import { expect, test } from "vitest";
import { quotedName } from "../../../../shared/domain/quoted-name.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

test.each([
  ["Papelera Andina S.A.", "“Papelera Andina S.A.”"],
  ["Panadería La Espiga S.R.L.", "“Panadería La Espiga S.R.L.”"],
  ["Estudio 3 & Cía. (sucursal 12)", "“Estudio 3 & Cía. (sucursal 12)”"],
  [
    "ARCA: deuda. Regularice en https://evil.example/pago antes de las 18 hs",
    "“ARCA: deuda. Regularice en … antes de las 18 hs”",
  ],
  ["Entre a evil.example/pago", "“Entre a …”"],
  ["www.evil-site.com.ar ya", "“… ya”"],
  ["Escriba a pagos@evil.example", "“Escriba a …”"],
  ["Llame al 0-800-333-2222 o al +54 11 4444-5555", "“Llame al … o al …”"],
  ['Uno" <b>dos</b> “tres”', "“Uno <b>dos</b> tres”"],
  ["Uno\r\nBcc: eve", "“Uno Bcc: eve”"],
])("%j is said as %j", (name, said) => {
  expect(quotedName(name)).toBe(said);
});

test("whatever a company calls itself, our mails say at most 60 characters of it, in quotes, with nothing to follow or call", () => {
  const part = fc.constantFrom(
    "https://",
    "www.",
    "evil.example",
    "@",
    "/pago",
    "0800",
    "-",
    " ",
    "“",
    '"',
    "\r\n",
    "\u202E",
    "S.A.",
    "ñ",
    "ｅｖｉｌ．ｃｏｍ",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(part, { maxLength: 30 }).map((parts) => parts.join("")),
        fc.string({ unit: "grapheme", maxLength: 300 }),
      ),
      (name) => {
        const said = quotedName(name);
        const inner = said.slice(1, -1);
        expect([said[0], said.at(-1)]).toEqual(["“", "”"]);
        expect([...inner].length).toBeLessThanOrEqual(60);
        expect(inner).not.toMatch(
          /["“”\p{Cc}\p{Cf}]|:\/\/|@\S|www\.|[\p{L}\p{N}-]{2,}\.\p{L}{2,}|\d([\s().\-/]*\d){5,}/u,
        );
      },
    ),
    propertyRuns(2000),
  );
});
