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
const own = "30712345671";
const invoices = [201, 206, 211];
const dates = fc.constantFrom(..."20260822 20260823 20260827 20260828 20260829 20260830 20260901".split(" "));

const bodies: fc.Arbitrary<IssuanceRequest> = fc
  .record({
    voucherType: fc.constantFrom(201, 202, 203, 206, 207, 208, 211, 212, 213),
    concept: fc.constantFrom(1, 2, 3),
    voucherDate: dates,
    customer: fc.record({
      docType: fc.constantFrom(80, 80, 80, 96, 99),
      docNumber: fc.constantFrom("30500010912", "30500010912", "30500010913", "23000000000", "1"),
      name: fc.constant("Receptor"),
      taxType: fc.constantFrom(1, 2, 4, 6),
      address: fc.constant(null),
      stateId: fc.constant(null),
    }),
    items: fc.array(
      fc
        .record({ price: fc.constantFrom(0, 0.01, 100, 5_000_000), taxType: fc.constantFrom(1, 2, 3, 4, 5) })
        .map(({ price, taxType }) => item(price, taxType)),
      { minLength: 1, maxLength: 3 },
    ),
    serviceFrom: fc.constantFrom("20260801", "20260901"),
    serviceTo: fc.constant("20260831"),
    due: dates,
    associated: fc.record({
      voucherType: fc.constantFrom(1, 201, 202, 203, 206, 208, 211, 212, 213),
      posNumber: fc.constant(1),
      voucherNumber: fc.constant(1),
      cuit: fc.constantFrom(own, own, "30710151543"),
      date: fc.constantFrom("20260801", "20260828"),
    }),
    tributes: fc.array(
      fc.record({
        type: fc.constantFrom(7, 99),
        baseAmount: fc.constant(100),
        aliquot: fc.constant(1),
        subtotal: fc.constant(1),
        description: fc.constantFrom(null, "Percepción"),
      }),
      { maxLength: 1 },
    ),
    priceIncludesVat: fc.boolean(),
  })
  .map(({ due, associated, ...body }) =>
    invoiceB({
      ...body,
      ...(invoices.includes(body.voucherType)
        ? {
            // The check of the body refuses a payment due before the voucher.
            serviceExpiration: due < body.voucherDate ? body.voucherDate : due,
            fce: { cbu: "2850590940090418135201", alias: null, transfer: "SCA" },
          }
        : { associatedVouchers: [associated], fce: { cancellation: false } }),
    } as Partial<IssuanceRequest>),
  );

function refusalsOf(body: IssuanceRequest): number[] {
  const detail = toDetail({ number: 1, declared: toDeclaration(body, computeAmounts(body)) });
  const voucher = readDeclaredVoucher(parseXml(`<FECAEDetRequest>${writeXml(detail)}</FECAEDetRequest>`));
  const { voucherType: type } = body;
  const settings = { ...defaultSettings, vatCheck: "off" as const };
  return checkDetail({ voucher, pos: 1, type, voucherClass: classOf(type), cuit: own, today, settings })
    .filter(({ observation }) => !observation)
    .map(({ code }) => code);
}

test("of credit invoices we predict exactly the refusals that need no register", () => {
  fc.assert(
    fc.property(bodies, (body) => {
      const subject = { body, amounts: computeAmounts(body), today, lastDate: null };
      const issuer = { cuit: own, taxType: body.voucherType > 210 ? 6 : 1 };
      const all = predictProblems({ ...subject, issuer }).map(({ code }) => code);
      // Of a date outside the window the authority tells nothing else.
      const foreseen = new Set(all.includes(10016) ? [10016] : all);
      // The register knows who is active and gets credit invoices. 10156 comes with 10040 and 10157.
      const ofRegister = [10161, 10177, 10180, 10156];
      const refused = new Set(
        refusalsOf(body)
          .filter((code) => !ofRegister.includes(code) && code !== 10013)
          .map((code) => (code === 10176 ? 10015 : code))
          .filter((code) => code !== 10157 || !all.includes(10040)),
      );
      expect([...foreseen].sort()).toEqual([...refused].sort());
    }),
    propertyRuns(1_000),
  );
});
