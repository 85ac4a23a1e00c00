import { expect, test } from "vitest";
import { explainRefusal } from "../../../../api/issuing/explain-refusal.js";
import { failureOf } from "../../../../api/issuing/failure-of.js";
import { inEnglish } from "../../../../shared/domain/localized-text.js";

const reason = (code: number, msg = `Texto de ${code}.`) => ({ code, msg });

test.each([
  [10154, /fce\.cancellation true once the buyer has rejected/],
  [10158, /associatedVouchers .* number and date/],
  [10160, /associatedVouchers .* number and date/],
  [10161, /receiver has no electronic fiscal address/],
  [10163, /Send serviceExpiration/],
  [10164, /neither before voucherDate nor before today/],
  [10168, /PATCH \/fiscal-data/],
  [10174, /fce\.cbu an account of the company's own/],
  [10176, /tax id is not active/],
  [10177, /VAT condition does not go with this letter/],
  [10180, /gets no credit invoices: issue type 1, 6 or 11/],
  [10181, /in the invoice's currency/],
  [10183, /to the receiver of what it modifies/],
  [10184, /less than what is owed.*fce\.cancellation true/],
  [10188, /must get a credit invoice/],
  [10192, /must get a credit invoice .*type 201 in place of 1/],
  [10214, /transfer SCA or ADC/],
  [10215, /transfer SCA or ADC/],
  [10216, /transfer SCA or ADC/],
  [10251, /financial entity/],
])("[E3] what helps against %i is said", (code, words) => {
  expect(explainRefusal([reason(code)]).map(inEnglish)).toEqual([expect.stringMatching(words)]);
});

test("[E3] the general code is explained by its words", () => {
  const explained = (msg: string) => explainRefusal([reason(10000, msg)]).map(inEnglish);
  expect(explained("(10) LA CUIT 30712345671 NO SE ENCUENTRA REGISTRADA COMO PYME SEGÚN EL REGIMEN FCE")).toEqual([
    expect.stringMatching(/MiPyME/),
  ]);
  expect(explained("La CUIT no tiene Domicilio Fiscal Electrónico constituido")).toEqual([
    expect.stringMatching(/electronic fiscal address/),
  ]);
  expect(explained("NO AUTORIZADO A EMITIR COMPROBANTES A O FCE - MIPYMES")).toEqual([
    expect.stringMatching(/does not let the company issue this type/),
  ]);
});

test("[E3] the authority's words stay first and unchanged, each sentence is said once, and details are its own", () => {
  const failed = { posNumber: 1, voucherType: 201, body: null, standing: null, usage: null, retryAfterMs: 0 };
  const answer = (...reasons: { code: number; msg: string }[]) =>
    failureOf({ code: "TAXAUTH_ERROR", reasons } as Parameters<typeof failureOf>[0], failed);
  const reasons = [reason(10214), reason(10016), reason(10215)];
  const { message, details, status } = answer(...reasons);
  expect(status).toBe(422);
  expect(message).toMatch(
    /^\(10214\) Texto de 10214\. \(10016\) Texto de 10016\. \(10215\) Texto de 10215\. Set fce [^(]* Send a voucherDate [^(]*$/,
  );
  expect(details).toEqual(reasons);
  expect(answer(reason(10999)).message).toBe("(10999) Texto de 10999.");
});
