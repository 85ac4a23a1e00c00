import fc from "fast-check";
import { expect, test } from "vitest";
import { toDetail } from "../../../../issuer/authority/wsfe/cae-request.js";
import { writeXml } from "../../../../issuer/authority/xml.js";
import { computeAmounts } from "../../../../shared/domain/amounts.js";
import { toDeclaration } from "../../../../shared/domain/declaration.js";
import type { IssuanceRequest } from "../../../../shared/domain/issuance-request.js";
import { predictProblems } from "../../../../shared/domain/predictions/predict-problems.js";
import { readDeclaredVoucher } from "../../../authority/declared-voucher.js";
import { checkDetail } from "../../../authority/rules/detail-rules.js";
import { defaultSettings } from "../../../authority/settings.js";
import { classOf } from "../../../authority/voucher-class.js";
import { parseXml } from "../../../authority/xml-element.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";
import { invoiceB, item } from "../../issuer/authority/samples.js";

const today = "20260828";
const issuer = { cuit: "30712345671", taxType: 1 };

const dates = fc.constantFrom(
  ..."20260815 20260818 20260822 20260823 20260828 20260831 20260901 20260902 20260908".split(" "),
);
const optionalDate = fc.option(dates, { nil: null });

const bodies: fc.Arbitrary<IssuanceRequest> = fc
  .record({
    voucherType: fc.constantFrom(1, 2, 3, 6, 7, 8, 11, 12, 13),
    concept: fc.constantFrom(1, 2, 3),
    voucherDate: dates,
    customer: fc.record({
      docType: fc.constantFrom(80, 86, 96, 99, 55),
      docNumber: fc.constantFrom("0", "1", "12345678", "30710151543", "20111111113", "23000000000", issuer.cuit),
      name: fc.constant("Receptor"),
      taxType: fc.constantFrom(1, 2, 4, 5, 6, 15),
      address: fc.constant(null),
      stateId: fc.constant(null),
    }),
    items: fc.array(
      fc
        .record({
          price: fc.constantFrom(0, 0.01, 1, 100, 5_000_000, 20_000_000),
          taxType: fc.constantFrom(1, 2, 3, 4, 5, 6),
        })
        .map(({ price, taxType }) => item(price, taxType)),
      { minLength: 1, maxLength: 3 },
    ),
    serviceFrom: optionalDate,
    serviceTo: optionalDate,
    serviceExpiration: optionalDate,
    associatedVouchers: fc.array(
      fc.record({
        voucherType: fc.constantFrom(1, 6, 11, 88),
        posNumber: fc.constantFrom(1, 99_998, 99_999),
        voucherNumber: fc.constantFrom(1, 2, 99_999_998, 99_999_999),
        cuit: fc.constant(null),
      }),
      { maxLength: 2 },
    ),
    currency: fc.constantFrom(
      { id: "PES", quotation: 1 },
      { id: "DOL", quotation: 1_000 },
      { id: "ZZZ", quotation: 3 },
    ),
    tributes: fc.array(
      fc.record({
        type: fc.constantFrom(7, 50, 99),
        baseAmount: fc.constant(100),
        aliquot: fc.constant(1),
        subtotal: fc.constantFrom(0, 1),
        description: fc.constantFrom(null, "Percepción"),
      }),
      { maxLength: 2 },
    ),
    priceIncludesVat: fc.boolean(),
  })
  .map(invoiceB)
  // The check of the body refuses these before any prediction.
  .filter(
    ({ concept, serviceFrom, serviceTo, serviceExpiration, voucherType, associatedVouchers }) =>
      (concept === 1 || (serviceFrom !== null && serviceTo !== null && serviceExpiration !== null)) &&
      ([1, 6, 11].includes(voucherType) || associatedVouchers.length > 0),
  );

/** The codes with which the simulated authority refuses the request that we would send. */
function refusalsOf(body: IssuanceRequest): number[] {
  const detail = toDetail({ number: 1, declared: toDeclaration(body, computeAmounts(body)) });
  const voucher = readDeclaredVoucher(parseXml(`<FECAEDetRequest>${writeXml(detail)}</FECAEDetRequest>`));
  const { voucherType: type } = body;
  const settings = { ...defaultSettings, vatCheck: "off" as const };
  return checkDetail({ voucher, type, voucherClass: classOf(type), cuit: issuer.cuit, today, settings })
    .filter(({ observation }) => !observation)
    .map(({ code }) => code);
}

const letterA = [1, 2, 3];

test("we predict exactly the codes with which the simulated authority refuses", () => {
  fc.assert(
    fc.property(bodies, (body) => {
      // Another part of the authority checks who may issue which letter.
      const taxType = body.voucherType >= 11 ? 6 : 1;
      const subject = { body, amounts: computeAmounts(body), issuer: { ...issuer, taxType }, today, lastDate: null };
      const foreseen = new Set(predictProblems(subject).map(({ code }) => code));
      // The authority refuses a CUIT that is too short for letter A with two codes. We predict one of them.
      const refused = new Set(refusalsOf(body).filter((code) => code !== 10015 || !letterA.includes(body.voucherType)));
      expect([...foreseen].sort()).toEqual([...refused].sort());
    }),
    propertyRuns(1_000),
  );
});
