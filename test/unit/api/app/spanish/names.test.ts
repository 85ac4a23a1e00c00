import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { auditActionName, auditActions } from "../../../../../api/app/spanish/audit-actions.js";
import {
  conceptName,
  documentName,
  provinceName,
  transferName,
  vatRateName,
} from "../../../../../api/app/spanish/names.js";
import {
  actorTypeName,
  batchStateName,
  deliveryStateName,
  environmentWord,
  eventName,
  mailStateName,
  roleName,
  scopeName,
  sourceName,
  stateName,
} from "../../../../../api/app/spanish/words.js";
import { projectFolder } from "../../../../../shared/assets/assets.js";
import { currencyLabel, taxConditionLabel, tributeLabel, unitLabel } from "../../../../../shared/domain/code-labels.js";
import { currencies } from "../../../../../shared/domain/code-tables/currencies.js";
import { documentTypes } from "../../../../../shared/domain/code-tables/document-types.js";
import { provinces } from "../../../../../shared/domain/code-tables/provinces.js";
import { taxConditions } from "../../../../../shared/domain/code-tables/tax-conditions.js";
import { tributes } from "../../../../../shared/domain/code-tables/tributes.js";
import { units } from "../../../../../shared/domain/code-tables/units.js";
import { printFullNumber } from "../../../../../shared/domain/formats.js";
import { nameOfVoucher, typeName } from "../../../../../shared/domain/spanish.js";
import { issuableTypes } from "../../../../../shared/domain/voucher-types.js";
import { webhookEvents } from "../../../../../shared/domain/webhook-events.js";

test("vouchers are named by type, point of sale and number", () => {
  expect(nameOfVoucher({ voucherType: 6, posNumber: 1, voucherNumber: 12 })).toBe("Factura B 00001-00000012");
  expect(printFullNumber(98765, 7)).toBe("98765-00000007");
  expect(typeName(201)).toBe("Factura de Crédito Electrónica MiPyMEs (FCE) A");
  expect(typeName(51)).toBe("Factura A (operación sujeta a retención)");
  expect(typeName(777)).toBe("Comprobante 777");
});

test("codes have names, and one that nobody knows is shown with its number", () => {
  expect([documentName(80), documentName(99), documentName(97)]).toEqual(["CUIT", "Sin identificar", "Documento 97"]);
  expect([taxConditionLabel(5), taxConditionLabel(77)]).toEqual(["Consumidor Final", "Condición 77"]);
  expect([1, 2, 3, 4].map(conceptName)).toEqual(["Productos", "Servicios", "Productos y servicios", "Concepto 4"]);
  expect([currencyLabel("DOL"), currencyLabel("XYZ")]).toEqual(["Dólar Estadounidense", "XYZ"]);
  expect([5, 4, 3, 2, 1, null].map(vatRateName)).toEqual(["21 %", "10,5 %", "0 %", "Exento", "No gravado", "—"]);
  expect([provinceName(7), provinceName(15)]).toEqual(["Mendoza", "Provincia 15"]);
  expect(transferName("SCA")).toBe("Sistema de Circulación Abierta (SCA)");
});

test("every code of the authority's tables has a name of its own", () => {
  const codes = (rows: readonly { id: string }[]) => rows.map(({ id }) => Number(id));
  const named = [
    ...codes(documentTypes).map(documentName),
    ...codes(taxConditions).map(taxConditionLabel),
    ...codes(provinces).map(provinceName),
    ...codes(tributes).map(tributeLabel),
    ...issuableTypes.map(([code]) => typeName(code)),
  ];
  expect(named.filter((name) => /^(Documento|Condición|Provincia|Tributo|Comprobante) \d+$/.test(name))).toEqual([]);
  expect(currencies.filter(({ id }) => currencyLabel(id) === id)).toEqual([]);
  expect(codes(units).filter((code) => code > 0 && unitLabel(code) === "")).toEqual([]);
});

test("the API's English names have Spanish ones", () => {
  const events = ["*", ...webhookEvents];
  expect(events.filter((event) => eventName(event) === event)).toEqual([]);
  expect(new Set(events.map(eventName)).size).toBe(events.length);
  expect(eventName("toString")).toBe("toString");
  expect([batchStateName("running"), stateName("failed"), mailStateName("due")]).toEqual([
    "En curso",
    "No se emitió",
    "Por enviar",
  ]);
  expect([deliveryStateName("delivered"), scopeName("issue"), roleName("owner")]).toEqual([
    "Entregado",
    "Emitir",
    "Administra",
  ]);
  expect([environmentWord(true), environmentWord(false)]).toEqual(["Producción", "Homologación"]);
  expect([sourceName("rcel"), actorTypeName("admin")]).toEqual(["Emitido en otro sistema", "Operador del servicio"]);
});

test("every action of the audit log has words", () => {
  const written = ["api/operations", "issuer", "shared/db"].flatMap((folder) =>
    readdirSync(path.join(projectFolder, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !/generated|migrate/.test(file))
      .map((file) => readFileSync(path.join(projectFolder, folder, file), "utf8"))
      .filter((text) => /audit/i.test(text))
      .flatMap((text) => [...text.matchAll(/"((?:[a-z]+\.)+[a-z]+)"/g)].map(([, action = ""]) => action)),
  );
  expect(new Set(written).size).toBeGreaterThan(24);
  expect([...new Set(written)].filter((action) => !auditActions.includes(action))).toEqual([]);
  expect(auditActionName("pos.create")).toBe("Agregó un punto de venta");
  expect(auditActionName("moon.landing")).toBe("moon.landing");
});
