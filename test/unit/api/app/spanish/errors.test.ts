import { expect, test } from "vitest";
import { errorInSpanish } from "../../../../../api/app/spanish/errors.js";
import { type ApiError, invalidBody, toEnvelope } from "../../../../../api/http/errors.js";
import { timedOutWords } from "../../../../../api/http/timed-out.js";
import { creditExceeds } from "../../../../../api/issuing/credit-exceeds.js";
import { explainRefusal } from "../../../../../api/issuing/explain-refusal.js";
import { failureOf } from "../../../../../api/issuing/failure-of.js";
import { checkIssuance } from "../../../../../api/schemas/check-issuance.js";
import { suggestionFor } from "../../../../../api/taxauth/authority-suggestions.js";
import type { NoteOf } from "../../../../../shared/db/issuing/credits.js";
import { authorityProblemKinds } from "../../../../../shared/domain/authority-problem.js";
import { type NoVoucher, notAsked } from "../../../../../shared/domain/issuance-outcome.js";
import { localizeFor } from "../../../../../shared/domain/localized-text.js";
import { invoiceA } from "../../../../support/samples/invoice.js";

const english = /\b(the|is|are|with|must|again|authority|voucher|does)\b/i;

/** As a person reads it in the web application. */
function ofError(failure: ApiError): string {
  const { error, details } = toEnvelope(failure, (said) => localizeFor("app", said));
  return errorInSpanish({ message: error, details });
}

test.each(authorityProblemKinds)("the problem %s with the authority says in Spanish what to do", (kind) => {
  const problem = { kind, services: ["wsfe", "wsfecred"], detail: "lo dijo", posNumbers: [3, 4] };
  const suggestion = localizeFor("app", suggestionFor(problem));
  expect(suggestion).not.toMatch(english);
  const failure = failureOf(notAsked(problem), {
    posNumber: 1,
    voucherType: 6,
    body: null,
    standing: null,
    usage: null,
    retryAfterMs: 0,
  });
  expect(ofError(failure)).toBe(`El comprobante no se emitió. ${suggestion}`);
});

test("every failure of an issuance says in Spanish what to do", () => {
  const usage = {
    ...{ monthlyVouchers: 1_500, extra: 0, usedProduction: 1_500, usedHomologation: 0, reserved: 0 },
    ...{ anchor: "2026-01-15", periodStart: "2026-11-15" },
  };
  const failed = { posNumber: 2, voucherType: 11, body: null, standing: null, usage, retryAfterMs: 900 };
  const told = (outcome: Exclude<NoVoucher, { code: "CANCELLED" }>) => ofError(failureOf(outcome, failed));
  expect(told({ code: "SUBSCRIPTION_QUOTA_EXCEEDED" })).toBe(
    "Se usaron los 1.500 comprobantes del mes: pedí una ampliación del cupo o esperá a que se renueve el 15/12/2026.",
  );
  const excess = { asked: "150.00", left: "100.50", currency: "DOL", isPartlyCredited: false };
  const vatRows = [{ taxType: 5, rate: "21", base: "100.00", amount: "21.00" }];
  const creditOf = (priceIncludesVat: boolean) => {
    const amounts = { vat: "21.00", total: "121.00", vatRows };
    return {
      original: { posNumber: 1, voucherType: 6, voucherNumber: 12, payload: { priceIncludesVat }, amounts },
    } as NoteOf;
  };
  const credit = creditOf(true);
  expect(ofError(creditExceeds(credit, excess))).toBe(
    "La nota de crédito por US$ 150,00 supera lo que queda de Factura B 00001-00000012: acreditá hasta US$ 100,50.",
  );
  expect(ofError(creditExceeds(creditOf(false), excess))).toMatch(
    /: acreditá hasta US\$ 100,50 con IVA, que son US\$ 83,05 sin IVA\.$/,
  );
  expect(ofError(creditExceeds(credit, { ...excess, isPartlyCredited: true }))).toBe(
    "Ya se acreditó una parte de Factura B 00001-00000012 y quedan US$ 100,50: elegí qué líneas acreditar.",
  );
  expect(told({ code: "TAXAUTH_UNCONFIRMED" })).toMatch(
    /^Todavía no se sabe si ARCA autorizó el comprobante: no cargues otro/,
  );
  const toldOf = (turn: "busy" | "needsOperator" | "nobodyServes" | "unknown") =>
    ofError(failureOf({ code: "VOUCHER_LOCK_TIMEOUT" }, { ...failed, turn }));
  expect(toldOf("busy")).toMatch(/^Se está emitiendo otro comprobante \(Factura C\) en el punto de venta 2/);
  expect(toldOf("needsOperator")).toMatch(
    /^Todavía no se sabe si se emitió un comprobante anterior \(Factura C, punto de venta 2\)/,
  );
  expect(toldOf("nobodyServes")).toMatch(
    /^No hay ningún emisor funcionando, así que no se emitió \(Factura C, punto de venta 2\)/,
  );
  expect(toldOf("unknown")).toMatch(/^No le llegó el turno a tiempo \(Factura C, punto de venta 2\)/);
});

test("a refusal keeps the authority's own words, and says what to do in Spanish", () => {
  const failed = { posNumber: 1, voucherType: 1, body: null, standing: null, usage: null, retryAfterMs: 0 };
  const refused = (...reasons: { code: number; msg: string }[]) =>
    ofError(failureOf({ code: "TAXAUTH_ERROR", reasons }, failed));
  expect(refused({ code: 10015, msg: "Factura B: identifique al receptor." })).toBe(
    "ARCA lo rechazó: (10015) Factura B: identifique al receptor. ARCA no tiene en sus registros ese documento del receptor: buscalo en el padrón o pedíselo de nuevo.",
  );
  expect(refused({ code: 10016, msg: "Fecha." }, { code: 10161, msg: "Sin domicilio." })).toBe(
    "ARCA lo rechazó: (10016) Fecha. (10161) Sin domicilio. Elegí una fecha más cercana a hoy y que no sea anterior a la del último comprobante, que puede ser de otro sistema. El receptor no tiene domicilio fiscal electrónico: tiene que constituirlo en ARCA.",
  );
  expect(refused({ code: 999, msg: "Otra cosa." })).toBe(
    "ARCA lo rechazó: (999) Otra cosa. Corregí lo que dice y volvé a emitir.",
  );
});

test("no advice of the API stays in English, whatever the authority refuses", () => {
  const failed = { posNumber: 1, voucherType: 1, body: null, standing: null, usage: null, retryAfterMs: 0 };
  const general = ["registrada como PYME", "Domicilio Fiscal Electrónico"].map((msg) => ({ code: 10000, msg }));
  const codes = Array.from({ length: 400 }, (_, index) => ({ code: 10000 + index, msg: "Texto." }));
  const advised = [...codes, ...general].filter((reason) => explainRefusal([reason]).length > 0);
  expect(advised.length).toBeGreaterThan(20);
  for (const reason of advised) {
    const spanish = ofError(failureOf({ code: "TAXAUTH_ERROR", reasons: [reason] }, failed));
    expect(spanish).toContain(`(${reason.code}) ${reason.msg}`);
    expect(spanish.length).toBeGreaterThan(`ARCA lo rechazó: (${reason.code}) ${reason.msg} `.length);
    expect(spanish).not.toMatch(english);
    expect(spanish).not.toContain("Corregí lo que dice");
  }
});

test("a refusal for the rounding of VAT says the amounts as people write them", () => {
  const items = [1, 2, 3, 4].map(() => ({ description: "a", quantity: 1, price: 0.13, taxType: 5 }));
  const checked = checkIssuance(invoiceA({ items }));
  const failed = {
    posNumber: 1,
    voucherType: 1,
    body: checked.ok ? checked.body : null,
    standing: null,
    usage: null,
    retryAfterMs: 0,
  };
  const spanish = ofError(failureOf({ code: "TAXAUTH_ERROR", reasons: [{ code: 10051, msg: "El IVA." }] }, failed));
  expect(spanish).toMatch(
    /^ARCA lo rechazó: \(10051\) El IVA\. Redondear línea por línea da IVA 0,\d\d sobre 0,\d\d al 21 %, y ARCA espera 0,\d\d\. En Datos fiscales elegí/,
  );
});

test.each([
  ["POST", "/invoices"],
  ["POST", "/invoices/preview"],
  ["GET", "/taxauth/status"],
  ["GET", "/taxauth/padron/:cuit"],
  ["PATCH", "/fiscal-data"],
  ["GET", "/invoices"],
  ["GET", "/quota"],
])("a %s %s that took too long says in Spanish what to do", (method, route) => {
  expect(timedOutWords(method, route).es).toMatch(/^Tardó demasiado\. /);
});

test("an error of fields tells the first, and how many there are", () => {
  const fault = { field: "items.0.price", message: { en: "must be 0 or more", es: "Tiene que ser 0 o más." } };
  expect(ofError(invalidBody([fault]))).toBe("Precio de la línea 1: tiene que ser 0 o más.");
  expect(
    ofError(
      invalidBody([fault, { field: "name", message: { en: "must not be empty", es: "Falta completar este dato." } }]),
    ),
  ).toBe("Hay 2 datos para corregir. El primero: Precio de la línea 1: tiene que ser 0 o más.");
});
