import fc from "fast-check";
import { expect, test } from "vitest";
import { actsFor, taxpayersOf } from "../../../../issuer/authority/wsaa/taxpayers.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

const ticketOf = (document: string) => ({
  token: Buffer.from(document).toString("base64"),
  sign: "s",
  generatedAt: new Date(0),
  expiresAt: new Date(0),
});
const sso = (relations: string) =>
  ticketOf(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<sso version="2.0">\n<operation type="login" value="granted">\n<login entity="33693450239" service="wsfe" uid="SERIALNUMBER=CUIT 20111111112, CN=x" authmethod="cms" regmethod="22">\n${relations}\n</login></operation></sso>\n`,
  );

test.each<[string, string, string[] | undefined]>([
  ["one relation", '<relations><relation key="20111111112" reltype="4"/></relations>', ["20111111112"]],
  [
    "in any order of attributes",
    "<relations><relation reltype='4' key='20111111112'></relation></relations>",
    ["20111111112"],
  ],
  ["none", "<relations/>", []],
  ["no list at all", "", undefined],
  [
    "a relation that is not understood",
    '<relations><relation key="20111111112"/><relation cuit="1"/></relations>',
    undefined,
  ],
  ["a key of another form", '<relations><relation key="2011111111"/></relations>', undefined],
  ["a list without an end", '<relations><relation key="20111111112"/>', undefined],
])("a token lists the tax ids of its relations: %s", (_name, relations, expected) => {
  const found = taxpayersOf(sso(relations));
  expect(found && [...found]).toEqual(expected);
});

test.each(["", "no base64 !", "<html>", '<relations><relation key="20111111112"/></relations>'])(
  "what is no token tells nothing: %s",
  (text) => {
    expect(taxpayersOf(ticketOf(text))).toBeUndefined();
    expect(actsFor(ticketOf(text), "20111111112")).toBeUndefined();
  },
);

test("every tax id of a token is found in it, and no other", () => {
  const taxId = fc.integer({ min: 20_000_000_000, max: 34_999_999_999 }).map(String);
  fc.assert(
    fc.property(fc.uniqueArray(taxId, { maxLength: 200 }), taxId, (taxIds, other) => {
      const ticket = sso(
        `<relations>${taxIds.map((key) => `<relation key="${key}" reltype="4"/>`).join("\n")}</relations>`,
      );
      expect([...(taxpayersOf(ticket) ?? [])]).toEqual(taxIds);
      expect(actsFor(ticket, other)).toBe(taxIds.includes(other));
    }),
    propertyRuns(200),
  );
});
