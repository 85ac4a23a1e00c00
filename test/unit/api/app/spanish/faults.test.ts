import fc from "fast-check";
import { expect, test } from "vitest";
import type { z } from "zod";
import { faultInSpanish, faultsInSpanish } from "../../../../../api/app/spanish/faults.js";
import { readCell } from "../../../../../api/batches/csv/read-cell.js";
import { newApiKey } from "../../../../../api/schemas/api-key.js";
import { batchFrame } from "../../../../../api/schemas/batch.js";
import { certificateInstallation, certificateRequest } from "../../../../../api/schemas/certificate.js";
import { judgeBody } from "../../../../../api/schemas/check-body.js";
import { checkIssuance } from "../../../../../api/schemas/check-issuance.js";
import { fiscalDataChanges } from "../../../../../api/schemas/company.js";
import { contingencyTurn } from "../../../../../api/schemas/contingency.js";
import { emailSchedule } from "../../../../../api/schemas/email-schedule.js";
import { creditNoteShape } from "../../../../../api/schemas/note-request.js";
import { newPointOfSale } from "../../../../../api/schemas/point-of-sale.js";
import { newWebhook } from "../../../../../api/schemas/webhook.js";
import { computeAmounts } from "../../../../../shared/domain/amounts.js";
import { predictProblems } from "../../../../../shared/domain/predictions/predict-problems.js";
import { invoiceB } from "../../../../support/samples/invoice.js";
import { propertyRuns } from "../../../../support/samples/property-runs.js";

const answer = (...errors: { field: string | null; message: string }[]) => ({
  code: "VALIDATION_ERROR",
  message: "",
  details: { errors },
});

test.each([
  ["must be 0 or more", "Tiene que ser 0 o más."],
  ["must be 9999999999999 or less", "Tiene que ser 9.999.999.999.999 o menos."],
  ["must be 0.0001 or more", "Tiene que ser 0,0001 o más."],
  ["must be 100 or less: it is a percentage", "Es un porcentaje: tiene que ser 100 o menos."],
  ["must have at least 1 characters", "Falta completar este dato."],
  ["must have at most 1000 elements", "Quitá algunos: puede haber hasta 1.000."],
  ['must be one of "S", "N"', 'Elegí uno de estos valores: "S", "N".'],
  ["must be 11 digits", "Tienen que ser 11 dígitos, sin guiones ni espacios."],
  [
    "must not be before 20261123, the date of the last voucher of this point of sale and type",
    "No puede ser anterior al 23/11/2026, la fecha del último comprobante de este punto de venta y tipo.",
  ],
  [
    "must be 201 (credit invoice, FCE MiPyME) in place of 1: this receiver gets credit invoices from 3958316 pesos on",
    "Este receptor recibe facturas de crédito desde $ 3.958.316: emití Factura de Crédito Electrónica MiPyMEs (FCE) A.",
  ],
  [
    "already belongs to voucher 1-6-12, which is answered; nothing is issued",
    "Con este formulario ya se emitió Factura B 00001-00000012: no se emite nada más.",
  ],
  [
    "is the key of line 3 as well: each voucher needs its own",
    "La clave es la misma que la de la línea 3: cada comprobante lleva la suya.",
  ],
  [
    "cannot be given by this key, which lacks issue, configure",
    "No podés dar permisos que no tenés: Emitir, Configurar.",
  ],
  ["must be blue", "No es válido: must be blue"],
])("%j is %j", (message, spanish) => {
  expect(faultInSpanish(message)).toBe(spanish);
});

test("the faults of an answer name their fields, in their order", () => {
  const error = answer(
    { field: "items.0.price", message: "must be 0 or more" },
    { field: "fce.cbu", message: "is not a CBU: its check digits are wrong" },
    { field: null, message: "the body must be a JSON object" },
    { field: "colour", message: "is not a known property" },
  );
  expect(faultsInSpanish(error)).toEqual([
    { field: "items.0.price", message: "Precio de la línea 1: tiene que ser 0 o más." },
    { field: "fce.cbu", message: "CBU: tiene un dígito equivocado: copialo de nuevo." },
    { field: null, message: "No llegaron los datos del formulario: volvé a enviarlo." },
    { field: "colour", message: "colour: no se conoce este dato y se ignora: fijate si está bien escrito." },
  ]);
});

test("a form may have its own words for its fields, or none", () => {
  const error = answer({ field: "name", message: "must not be empty" }, { field: "url", message: "must be a URL" });
  const own = (field: string) => (field === "name" ? "Cómo la vas a reconocer" : undefined);
  expect(faultsInSpanish(error, own).map(({ message }) => message)).toEqual([
    "Cómo la vas a reconocer: falta completar este dato.",
    "Escribí una dirección completa, como https://ejemplo.com/avisos.",
  ]);
});

test("an answer without faults of fields has none", () => {
  for (const error of [undefined, null, {}, { details: null }, { details: [{ code: 1, msg: "x" }] }])
    expect(faultsInSpanish(error)).toEqual([]);
});

/** Values that fields refuse in many ways, beside some that they take. */
const anyValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    true,
    -1,
    0,
    0.5,
    1,
    7,
    1e15,
    1e-9,
    Number.POSITIVE_INFINITY,
    "",
    " ",
    "\0",
    "\ud800",
  ),
  fc.constantFrom<unknown>(
    "20260230",
    "20261121",
    "2026-11-21",
    "PES",
    "S",
    "never",
    "x".repeat(70_000),
    "1".repeat(22),
    "30710151544",
  ),
  fc.constantFrom<unknown>(
    "https://x.example:25",
    "http://x",
    "https://u:p@x.com",
    "https://localhost",
    "https:///",
    "https://a b",
  ),
  fc.constantFrom<unknown>(
    [],
    {},
    [{}],
    [1, "x"],
    Array(1_001).fill({}),
    { from: "20261122", to: "20261121" },
    { id: "DOL" },
  ),
  fc.constantFrom<unknown>(
    [{ description: "a", quantity: 1, price: 9, discount: 10, discountType: "amount" }],
    [{ key: "a" }, { key: "a" }],
  ),
  fc.constantFrom<unknown>(
    2,
    6,
    8,
    99,
    201,
    203,
    { cbu: "1".repeat(22), alias: "x" },
    [{ email: "x" }],
    [{ voucherType: 6, posNumber: 1, voucherNumber: 1 }],
  ),
);

const bodyOf = (fields: string[], base: object = {}) =>
  fc.dictionary(fc.constantFrom(...fields), anyValue, { maxKeys: 6 }).map((over) => ({ ...base, ...over }));

const shapes: [string, z.ZodObject][] = [
  ["a credit note", creditNoteShape],
  ["mails", emailSchedule],
  ["a batch", batchFrame],
  ["a point of sale", newPointOfSale],
  ["an API key", newApiKey as unknown as z.ZodObject],
  ["a webhook", newWebhook(false)],
  ["fiscal data", fiscalDataChanges],
  ["a certificate's request", certificateRequest],
  ["a certificate", certificateInstallation],
  ["a contingency", contingencyTurn],
];

const withoutSpanish = (messages: string[]) =>
  messages.filter((message) => faultInSpanish(message).startsWith("No es válido"));

test.each(shapes)("whatever is wrong with %s is told in Spanish", (_, schema) => {
  fc.assert(
    fc.property(bodyOf(Object.keys(schema.shape)), (body) => {
      const judged = judgeBody(schema, body);
      expect(withoutSpanish(judged.ok ? [] : judged.faults.map(({ message }) => message))).toEqual([]);
    }),
    propertyRuns(300),
  );
});

test("whatever is wrong with an issuance, and whatever the authority would refuse of it, is told in Spanish", () => {
  const issuer = { fce: { cbu: "2850590940090418135201", alias: null, transfer: "SCA" as const }, withheldA: false };
  const fields = Object.keys(
    invoiceB({ serviceFrom: null, serviceTo: null, serviceExpiration: null, associatedVouchers: [] }),
  );
  const more = [
    "associatedPeriod",
    "fce",
    "currency",
    "tributes",
    "emails",
    "legend",
    "additionalData",
    "contingency",
    "activityCode",
    "saleCondition",
  ];
  fc.assert(
    fc.property(bodyOf([...fields, ...more], invoiceB()), (body) => {
      const checked = checkIssuance(body, issuer);
      const messages = checked.ok
        ? predictProblems({
            body: checked.body,
            amounts: computeAmounts(checked.body),
            issuer: { cuit: "30710151543", taxType: 1 },
            today: "20260818",
            lastDate: "20260818",
          }).map(({ message }) => message)
        : checked.faults.map(({ message }) => message);
      expect(withoutSpanish(messages)).toEqual([]);
    }),
    propertyRuns(2_000),
  );
});

test("whatever a cell of a file holds is told in Spanish", () => {
  const cells = ["12,50", "1.234,5", "x", "1e", "", "sí"].flatMap((text) =>
    (["number", "boolean", { list: "number" }] as const).map((kind) => readCell(text, kind)),
  );
  expect(withoutSpanish(cells.flatMap((cell) => ("fault" in cell ? [cell.fault] : [])))).toEqual([]);
});
