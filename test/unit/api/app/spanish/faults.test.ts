import fc from "fast-check";
import { expect, test } from "vitest";
import type { z } from "zod";
import { faultsInSpanish } from "../../../../../api/app/spanish/faults.js";
import { readCell } from "../../../../../api/parsing/csv/read-cell.js";
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
import type { LocalizedText } from "../../../../../shared/domain/localized-text.js";
import { predictProblems } from "../../../../../shared/domain/predictions/predict-problems.js";
import { invoiceB } from "../../../../support/samples/invoice.js";
import { propertyRuns } from "../../../../support/samples/property-runs.js";

const answer = (...errors: { field: string | null; message: string }[]) => ({
  code: "VALIDATION_ERROR",
  message: "",
  details: { errors },
});

test("the faults of an answer name their fields, in their order", () => {
  const error = answer(
    { field: "items.0.price", message: "Tiene que ser 0 o más." },
    { field: "fce.cbu", message: "Tiene un dígito equivocado: copialo de nuevo." },
    { field: null, message: "No llegaron los datos del formulario: volvé a enviarlo." },
    { field: "colour", message: "No se conoce este dato y se ignora: fijate si está bien escrito." },
  );
  expect(faultsInSpanish(error)).toEqual([
    { field: "items.0.price", message: "Precio de la línea 1: tiene que ser 0 o más." },
    { field: "fce.cbu", message: "CBU: tiene un dígito equivocado: copialo de nuevo." },
    { field: null, message: "No llegaron los datos del formulario: volvé a enviarlo." },
    { field: "colour", message: "colour: no se conoce este dato y se ignora: fijate si está bien escrito." },
  ]);
});

test("a form may have its own words for its fields, or none", () => {
  const error = answer(
    { field: "name", message: "Falta completar este dato." },
    { field: "url", message: "Escribí una dirección completa, como https://ejemplo.com/avisos." },
  );
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

/** The English that is told in Spanish too, and no sentence of it. */
const withoutSpanish = (told: LocalizedText[]) =>
  told.filter(({ en, es }) => es === en || !/^\p{Lu}.*[.]$/su.test(es) || /\b(must|is|the)\b/.test(es));

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
