import fc from "fast-check";
import { expect, test } from "vitest";
import { readPlainXml } from "../../../../issuer/authority/plain-xml.js";
import { findElement, findInteger, findText, readAnyXml, readXml } from "../../../../issuer/authority/read-xml.js";
import { writeXml } from "../../../../issuer/authority/xml.js";
import { removeForbidden } from "../../../../shared/domain/clean-text.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

test("elements are written in the given order with their text escaped", () => {
  const parts = [["a", [["b", `<&>"'`] as const, ["c", ""] as const]] as const];
  expect(writeXml(parts)).toBe("<a><b>&lt;&amp;&gt;&quot;&apos;</b><c></c></a>");
});

test("an invalid element name is an error", () => {
  expect(() => writeXml([["a b", ""]])).toThrow(RangeError);
});

test("any text survives writing and reading, except characters that XML cannot carry", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const expected = removeForbidden(text).replace(/\r\n?/g, "\n").trim();
      const read = findText(readXml(writeXml([["a", `|${text}|`]])), "a") ?? "";
      expect(read.slice(1, -1).replace(/\r\n?/g, "\n").trim()).toBe(expected);
    }),
  );
});

test("prefixes are stripped, and a single element reads like a list", () => {
  const root = readXml('<s:a xmlns:s="x" xmlns:t="y"><t:b i="1"> 7 </t:b><c><d>1</d><d>2</d></c></s:a>');
  expect(findInteger(root, "a", "b")).toBe(7);
  expect(findElement(root, "a", "c")?.children.get("d")).toHaveLength(2);
  expect(findText(root, "a", "c", "d")).toBeUndefined();
});

test.each([
  ["an empty text", ""],
  ["a text", "hello"],
  ["HTML that is not closed", "<html><body><p>Service Unavailable<br></body></html>"],
  ["a truncated document", "<a><b>1</b>"],
  ["trailing text", "<a/>x"],
  ["two roots", "<a/><b/>"],
  ["a DOCTYPE", '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
  ["a DOCTYPE in small letters", "<!doctype html><html></html>"],
  ["an unknown entity", "<a>&x;</a>"],
  ["a document too deep", "<a>".repeat(100_000) + "</a>".repeat(100_000)],
  ["a document too long", `<a>${"x".repeat(5_000_000)}</a>`],
  ["an undeclared prefix", "<s:a/>"],
  ["a namespace that is not a URI", '<a xmlns="--> urn:x"/>'],
  ["an unknown encoding", '<?xml version="1.0" encoding="0utf-8"?><a/>'],
  ["an instruction", "<a><?b c?></a>"],
  ["a declaration within another", '<?x<?xml version="1.0"?><a/>'],
  ["a character that XML forbids", "<a>\u0000</a>"],
  ["an unclosed comment", "<a><!--</a>"],
  ["the end of a CDATA section without a start", "<a>1]]></a>"],
  ["elements named like properties", "<a><__proto__>1</__proto__><constructor>1</constructor><_>1</_></a>"],
])("%s is not read", (_name, text) => {
  expect(readXml(text)).toBeUndefined();
});

test("no input makes the parser throw", () => {
  const markup = fc.constantFrom(
    "<a>",
    "</a>",
    "<",
    ">",
    "&",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<?x",
    "?>",
    "/>",
    "b",
  );
  fc.assert(
    fc.property(fc.array(markup, { maxLength: 12 }), (pieces) => {
      readXml(pieces.join(""));
      readXml(`<a>${pieces.join("")}</a>`);
    }),
    propertyRuns(500),
  );
});

/** Documents that are nearly plain, sound and broken. */
const pieces = fc.constantFrom(
  ..."<a> </a> <b/> <s:a> </s:a> <s:b/> <t:a/> <constructor/> <a.b-c>1</a.b-c> <_/> text ñ \u00a0 &amp; &lt; > ]]> <!--c--> <![CDATA[1]]>".split(
    " ",
  ),
  ...[
    '<a xmlns="urn:x">',
    '<a xmlns="">',
    '<s:a xmlns:s="urn:y">',
    '<a xmlns:s="urn:z" xmlns="urn:w">',
    "</a >",
    "<b\n/>",
  ],
  ...[
    '<a i="1">',
    '<a xmlns:s="">',
    '<a xmlns:xml="urn:x">',
    '<a xmlns:s="u" xmlns:s="v">',
    '<b xmlns="a b"/>',
    " ",
    "\r\n",
    "x y",
  ],
);

test("a plain document is read as any other, and what is not plain is left alone", () => {
  let plain = 0;
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), fc.array(pieces, { maxLength: 2 }), (inner, around) => {
      for (const text of [
        `<r xmlns:s="urn:s" xmlns="urn:r">${inner.join("")}</r>${around.join("")}`,
        `${around.join("")}${inner.join("")}`,
      ]) {
        const read = readPlainXml(text);
        if (read) {
          plain += 1;
          expect(read).toEqual(readAnyXml(text));
        }
      }
    }),
    propertyRuns(3_000),
  );
  // Some dozens of a tenth of the cases, by chance: none would mean that nothing was compared.
  expect(plain).toBeGreaterThan(0);
});

test("the answers of the authority are plain", () => {
  const answer =
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    '<soap:Header><FEHeaderInfo xmlns="http://ar.gov.afip.dif.FEV1/"><ambiente>Homologación</ambiente></FEHeaderInfo></soap:Header>' +
    '<soap:Body><R xmlns="http://ar.gov.afip.dif.FEV1/"><A>1</A><A> 2 </A><B /></R></soap:Body></soap:Envelope>';
  expect(readPlainXml(answer)).toEqual(readAnyXml(answer));
  expect(readPlainXml(answer)).toBeDefined();
});
