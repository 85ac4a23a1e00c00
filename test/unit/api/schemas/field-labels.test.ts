import type { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { issuanceColumns } from "../../../../api/parsing/csv/columns.js";
import { newApiKey } from "../../../../api/schemas/api-key.js";
import { batchRequest } from "../../../../api/schemas/batch.js";
import { certificateInstallation, certificateRequest } from "../../../../api/schemas/certificate.js";
import { fiscalDataChanges } from "../../../../api/schemas/company.js";
import { contingencyTurn } from "../../../../api/schemas/contingency.js";
import { emailSchedule } from "../../../../api/schemas/email-schedule.js";
import { labelOf } from "../../../../api/schemas/field-labels.js";
import { issuanceRequestShape } from "../../../../api/schemas/issuance-request.js";
import { creditNoteShape } from "../../../../api/schemas/note-request.js";
import { newPointOfSale, pointOfSaleChanges } from "../../../../api/schemas/point-of-sale.js";
import { unwrap } from "../../../../api/schemas/unwrap.js";
import { newWebhook, webhookChanges } from "../../../../api/schemas/webhook.js";

test.each([
  ["items.0.price", "Precio de la línea 1"],
  ["items.0", "Línea 1"],
  ["items", "Líneas"],
  ["emails.1.email", "Dirección del correo 2"],
  ["emails.0.pdfVersions.2", "Copias del PDF del correo 1"],
  ["associatedVouchers.0.cuit", "CUIT del comprobante asociado 1"],
  ["customer.docNumber", "Número de documento del receptor"],
  ["additionalData.vendedor", "Dato adicional vendedor"],
  ["scopes.3", "Permisos"],
  ["fce.cbu", "CBU"],
  ["invoices.3", "Comprobante 4"],
  ["invoices.3.items.0.price", "Comprobante 4: precio de la línea 1"],
  ["invoices.3.fce.cbu", "Comprobante 4: CBU"],
  ["line 7", "Línea 7 del archivo"],
  ["line 7: items.price", "Línea 7 del archivo: precio"],
  ["line 7: customer.name", "Línea 7 del archivo: nombre del receptor"],
  ["line 7: additionalData.zona", "Línea 7 del archivo: dato adicional zona"],
  ["?period", "Mes"],
  ["colour", "colour"],
  ["constructor", "constructor"],
  ["toString.0.valueOf", "toString.0.valueOf"],
])("the field %s is called %j", (field, label) => {
  expect(labelOf(field)).toBe(label);
});

/** The paths of all fields below a schema, with 0 for the place in a list. */
function* pathsOf(schema: z.core.$ZodType, path: string[] = []): Generator<string> {
  if (path.length > 0) yield path.join(".");
  const { def } = unwrap(schema)._zod;
  if (def.type === "object")
    for (const [name, field] of Object.entries(def.shape)) yield* pathsOf(field, [...path, name]);
  if (def.type === "array") yield* pathsOf(def.element, [...path, "0"]);
}

test.each<[string, z.core.$ZodType]>([
  ["an issuance", issuanceRequestShape],
  ["a credit note", creditNoteShape],
  ["mails", emailSchedule],
  ["a batch", batchRequest],
  ["a point of sale", newPointOfSale],
  ["changes of a point of sale", pointOfSaleChanges],
  ["an API key", newApiKey],
  ["a webhook", newWebhook(false)],
  ["changes of a webhook", webhookChanges(true)],
  ["fiscal data", fiscalDataChanges],
  ["a certificate's request", certificateRequest],
  ["a certificate", certificateInstallation],
  ["a contingency", contingencyTurn],
])("every field of %s has a label", (_, schema) => {
  const paths = [...pathsOf(schema)];
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !/^\p{Lu}/u.test(labelOf(path)))).toEqual([]);
});

test("every column of a file has a label", () => {
  const names = [...issuanceColumns.byName.keys(), ...issuanceColumns.lists];
  const named = names.map((name) => labelOf(`line 2: ${name}`));
  expect(named.filter((label, at) => label.endsWith(`: ${names[at]}`))).toEqual([]);
});
