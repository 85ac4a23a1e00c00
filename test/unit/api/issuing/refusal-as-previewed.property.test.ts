import fc from "fast-check";
import { expect, test } from "vitest";
import { faultsInSpanish } from "../../../../api/app/spanish/faults.js";
import { failureOf } from "../../../../api/issuing/failure-of.js";
import { computeAmounts } from "../../../../shared/domain/amounts.js";
import type { IssuanceRequest } from "../../../../shared/domain/issuance-request.js";
import { localizeFor } from "../../../../shared/domain/localized-text.js";
import { predictProblems } from "../../../../shared/domain/predictions/predict-problems.js";
import { publicCase } from "../../../support/public-case.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";
import { invoiceB } from "../../issuer/authority/samples.js";
import { bodies, issuer, today } from "../../shared/domain/faulty-bodies.js";

const words = "Texto de la autoridad.";

/** The 422 of a body that was refused with each of these codes. */
function refused(body: IssuanceRequest, codes: number[], lastDate: string | null = null) {
  const reasons = [...new Set(codes)].map((code) => ({ code, msg: words }));
  return failureOf(
    { code: "TAXAUTH_ERROR", reasons },
    {
      ...{ posNumber: body.posNumber, voucherType: body.voucherType, body, standing: { issuer, today, lastDate } },
      ...{ usage: null, retryAfterMs: 0 },
    },
  );
}

const problemsOf = (body: IssuanceRequest, lastDate: string | null = null) =>
  predictProblems({ body, amounts: computeAmounts(body), issuer, today, lastDate });

test("a refusal says what a preview of the same body says, field by field, and the application both in Spanish", () => {
  fc.assert(
    fc.property(bodies, fc.option(fc.constantFrom("20260820", "20260828"), { nil: null }), (body, lastDate) => {
      const problems = problemsOf(body, lastDate);
      fc.pre(problems.length > 0);
      const error = refused(
        body,
        problems.map(({ code }) => code),
        lastDate,
      );
      const spanish = localizeFor("app", error.said);
      for (const { field, code, message } of problems) {
        expect(error.message).toContain(`${field}: ${message.en}.`);
        const [fault] = faultsInSpanish({ details: { errors: [{ field, message: message.es }] } });
        expect(spanish).toContain(fault?.message);
        expect(spanish).toContain(`(${code}) ${words}`);
        // Nothing of it stays in English.
        expect(spanish).not.toContain(message.en);
      }
      expect(error.details).toEqual(
        [...new Set(problems.map(({ code }) => code))].map((code) => ({ code, msg: words })),
      );
    }),
    propertyRuns(1_000),
  );
});

const rule = "API.md, Errors; EXTENSIONS.md, section 16";
const kind = "A refusal says the fix that its preview knows";
const receiver = (over: Partial<IssuanceRequest["customer"]>) => ({ ...invoiceB().customer, ...over });

const cases: [
  sent: string,
  body: IssuanceRequest,
  code: number,
  english: RegExp,
  spanish: RegExp,
  lastDate?: string,
][] = [
  [
    "10016, the day before the last voucher",
    invoiceB({ voucherDate: "20260827" }),
    10016,
    /voucherDate: must not be before 20260828, the date of the last voucher/,
    /Fecha: no puede ser anterior al 28\/08\/2026, la fecha del último comprobante/,
    "20260828",
  ],
  [
    "10016 after another system's voucher, of which we know no date",
    invoiceB({ voucherDate: today }),
    10016,
    /not before the last voucher of this point of sale and type, which another system may have issued/,
    /que puede ser de otro sistema/,
  ],
  [
    "10015, a CUIT that only the register refuses",
    invoiceB({ customer: receiver({ docType: 80, docNumber: "20111111112" }) }),
    10015,
    /registers do not know customer\.docNumber/,
    /ARCA no tiene en sus registros ese documento/,
  ],
  [
    "10037, USD for DOL",
    invoiceB({ currency: { id: "USD", quotation: 1_000 } }),
    10037,
    /currency\.id: is not a code of the authority's, which calls it DOL: send that\./,
    /Moneda: para ARCA el código de esta moneda es DOL/i,
  ],
  [
    "10119, a dollar for a peso",
    invoiceB({ currency: { id: "DOL", quotation: 1 } }),
    10119,
    /far from the authority's rate/,
    /Revisá la cotización/,
  ],
  [
    "10040, a note of letter B of an invoice A",
    invoiceB({ voucherType: 8, associatedVouchers: [{ voucherType: 1, posNumber: 1, voucherNumber: 1, cuit: null }] }),
    10040,
    /associatedVouchers\.0\.voucherType: type 1 cannot be associated with type 8/,
    /factura A no se puede asociar a Nota de Crédito B/,
  ],
  [
    "10042, tribute 99 without a description",
    invoiceB({ tributes: [{ type: 99, baseAmount: 100, aliquot: 1, subtotal: 1, description: null }] }),
    10042,
    /tributes\.0\.description: is required for tributes of type 99\./,
    /el tributo «Otro» la lleva/,
  ],
  [
    "10242, condition 2",
    invoiceB({ customer: receiver({ taxType: 2 }) }),
    10242,
    /customer\.taxType: 2 is not a VAT condition of a receiver/,
    /ARCA no tiene esa condición de IVA/,
  ],
  [
    "10243, a B to a registered taxpayer",
    invoiceB({ customer: receiver({ docType: 80, docNumber: "30710151543", taxType: 1 }) }),
    10243,
    /customer\.taxType: a receiver with VAT condition 1 gets letter A, not B\./,
    /IVA Responsable Inscripto le corresponde letra A, no B/,
  ],
  [
    "10013, an A to a DNI",
    invoiceB({ voucherType: 1, customer: receiver({ docType: 96, docNumber: "12345678", taxType: 1 }) }),
    10013,
    /customer\.docType: letter A needs the receiver's CUIT: docType 80\./,
    /elegí CUIT como documento/,
  ],
  // Of the same kind, and in nobody's report.
  [
    "10069, the company's own CUIT",
    invoiceB({ customer: receiver({ docType: 80, docNumber: issuer.cuit }) }),
    10069,
    /customer\.docNumber: the receiver cannot be the issuer itself\./,
    /El receptor no puede ser la misma empresa|el receptor no puede ser la misma empresa/,
  ],
  [
    "10005, a point of sale that is no web service's",
    invoiceB({ voucherDate: today }),
    10005,
    /no point of sale of web-service type/,
    /sea de web services/,
  ],
  ["10195, an apocryphal receiver", invoiceB({ voucherDate: today }), 10195, /apocryphal/, /apócrifo/],
];

for (const [sent, body, code, english, spanish, lastDate] of cases)
  publicCase({ kind, sent, right: `the 422 says: ${english.source.replaceAll("\\", "")}`, rule }, () => {
    const error = refused(body, [code], lastDate ?? null);
    expect(error.message).toMatch(english);
    expect(localizeFor("app", error.said)).toMatch(spanish);
    expect(localizeFor("app", error.said)).not.toMatch(/\b(must|the|letter)\b/);
  });
