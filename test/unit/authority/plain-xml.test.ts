import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePlainXml } from "../../authority/plain-xml.js";
import { MalformedXmlError, parseAnyXml } from "../../authority/xml-element.js";

const request = `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
  <soap:Body><FECAESolicitar xmlns="http://ar.gov.afip.dif.FEV1/"><Auth><Token>PD94</Token><Sign/></Auth><FeCAEReq id="1" >
  <PtoVta> 7 </PtoVta></FeCAEReq ></FECAESolicitar></soap:Body></soap:Envelope>
`;

test("an ordinary request is read as the general parser reads it", () => {
  expect(parsePlainXml(request)).toEqual(parseAnyXml(request));
});

test.each([
  ["an entity", "<a>&lt;</a>"],
  ["a comment", "<a><!-- x --></a>"],
  ["CDATA", "<a><![CDATA[x]]></a>"],
  ["a doctype", "<!DOCTYPE a><a/>"],
  ["an instruction", "<a><?x y?></a>"],
  ["single quotes", "<a b='c'/>"],
  ["a bracket within an attribute", '<a b=">"/>'],
  ["a prefix that nobody declared", "<p:a/>"],
  ["an attribute with a prefix", '<a xmlns:p="u" p:b="c"/>'],
  ["an attribute twice", '<a b="1" b="2"/>'],
  ["another closing tag", "<a></b>"],
  ["an open end", "<a><b></b>"],
  ["half a tag", "<a><b"],
  ["two roots", "<a/><b/>"],
  ["text around the root", "<a/>x"],
  ["nothing", ""],
])("%s is left to the general parser", (_, document) => {
  expect(parsePlainXml(document)).toBeUndefined();
});

test("whatever is read is what the general parser reads", () => {
  const piece = fc.constantFrom(
    ...[
      "<a>",
      "</a>",
      "<b/>",
      "<p:a>",
      "</p:a>",
      '<a xmlns="u">',
      '<a xmlns:p="v">',
      '<a b="c">',
      "<a >",
      "</a >",
      " ",
      "x",
    ],
    ...["\n", "é", "&amp;", "<", ">", '"', "=", "/", "<?xml version='1.0'?>", '<?xml version="1.0"?>', "]]>", "xmlns"],
  );
  const nested = fc.letrec<{ element: string }>((tie) => ({
    element: fc
      .tuple(
        fc.constantFrom(
          ["<a>", "</a>"],
          ['<a xmlns:p="v">', "</a>"],
          ['<c.d xmlns="u" e="f">', "</c.d>"],
          ["<b>", "</b >"],
        ),
        fc.array(fc.oneof({ depthSize: "small" }, piece, tie("element")), { maxLength: 4 }),
      )
      .map(([[opening, closing], inner]) => opening + inner.join("") + closing),
  })).element;
  let read = 0;
  fc.assert(
    fc.property(
      fc.oneof(
        nested,
        fc.array(piece, { maxLength: 8 }).map((all) => all.join("")),
      ),
      (document) => {
        const plain = parsePlainXml(document);
        if (!plain) return;
        read += 1;
        expect(plain).toEqual(parseAnyXml(document));
      },
    ),
    { numRuns: 3_000 },
  );
  expect(read).toBeGreaterThan(100);
});

test("what neither of them reads is malformed", () => {
  expect(() => parseAnyXml("<a></b>")).toThrow(MalformedXmlError);
});
