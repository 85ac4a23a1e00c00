import fc from "fast-check";
import { expect, test } from "vitest";
import { checkIssuance } from "../../../../api/schemas/check-issuance.js";
import { toDetail } from "../../../../issuer/authority/wsfe/cae-request.js";
import { writeCall } from "../../../../issuer/authority/wsfe/wsfe-call.js";
import { toDeclaration } from "../../../../shared/domain/declaration.js";
import { openSchemaCheck } from "../../../authority/official-schema.js";
import { hostileBody } from "../../../support/samples/hostile-body.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";
import { numbered } from "./samples.js";

const check = openSchemaCheck("wsfev1.wsdl");
const ticket = { token: "VG9rZW4=", sign: "U2lnbg==" };

const requestOf = (details: ReturnType<typeof toDetail>[]) =>
  writeCall({
    operation: "FECAESolicitar",
    cuit: "30712345671",
    ticket,
    parts: [
      [
        "FeCAEReq",
        [
          [
            "FeCabReq",
            [
              ["CantReg", String(details.length)],
              ["PtoVta", "1"],
              ["CbteTipo", "6"],
            ],
          ],
          ["FeDetReq", details.map((detail) => ["FECAEDetRequest", detail] as const)],
        ],
      ],
    ],
  });

test("every body that the API accepts becomes a request that the official schema accepts", () => {
  const runs = propertyRuns(10_000);
  let accepted = 0;
  fc.assert(
    fc.property(hostileBody, fc.integer({ min: 1, max: 99_999_999 }), (raw, number) => {
      const checked = checkIssuance(raw);
      if (!checked.ok) return;
      accepted += 1;
      expect(check(requestOf([toDetail({ number, declared: toDeclaration(checked.body, checked.amounts) })]))).toEqual(
        [],
      );
    }),
    runs,
  );
  console.log(`${accepted} of ${runs.numRuns} bodies were accepted, and their requests are valid`);
  expect(accepted).toBeGreaterThan(0);
});

test.each<[name: string, spoil: (request: string) => string, problem: RegExp]>([
  [
    "elements in another order",
    (text) => text.replace(/(<ImpTrib>.*?)(<ImpIVA>.*?<\/ImpIVA>)/, "$2$1"),
    /ImpIVA.*not expected/,
  ],
  [
    "an element that the schema does not know",
    (text) => text.replace("<MonId>", "<Moneda>1</Moneda><MonId>"),
    /Moneda/,
  ],
  ["a missing element", (text) => text.replace(/<ImpOpEx>.*?<\/ImpOpEx>/, ""), /Expected is.*ImpOpEx/],
  ["an amount with a comma", (text) => text.replace(/<ImpTotal>.*?</, "<ImpTotal>100,00<"), /double/],
  ["a number too large for its type", (text) => text.replace("<DocTipo>99", "<DocTipo>4294967296"), /int/],
  ["another namespace", (text) => text.replace("ar.gov.afip.dif.FEV1", "ar.gov.afip.dif.FEV2"), /No matching global/],
  ["a body without an operation", (text) => text.replace(/<soap:Body>.*<\/soap:Body>/, "<soap:Body/>"), /one element/],
  ["XML that is not well formed", (text) => text.slice(0, -5), /./],
])("the schema refuses %s", (_, spoil, problem) => {
  const good = requestOf([toDetail(numbered()), toDetail(numbered({}, 702))]);
  expect(check(good)).toEqual([]);
  expect(check(spoil(good)).join(" ")).toMatch(problem);
});

test.each(["wsaa.wsdl", "persona-service-a5.wsdl", "persona-service-a13.wsdl"])(
  "%s has a schema to check against",
  (file) => {
    expect(openSchemaCheck(file)("<x/>")).toEqual(["the body does not hold one element"]);
  },
);
