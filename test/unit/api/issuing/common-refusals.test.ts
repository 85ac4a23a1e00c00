import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { toEnvelope } from "../../../../api/http/errors.js";
import { failureOf } from "../../../../api/issuing/failure-of.js";
import { entitlementCodes } from "../../../../issuer/authority/wsfe/authority-codes.js";
import { projectFolder } from "../../../../shared/assets/assets.js";
import { localizeFor, type Reader } from "../../../../shared/domain/localized-text.js";

/** As the tax authority words it, mostly without a full stop. */
const authority = "Lo que dice la autoridad";

/** What a caller reads behind the authority's words, where nothing more is known of what was sent. */
const said = (code: number, reader: Reader): string => {
  const failure = failureOf(
    { code: "TAXAUTH_ERROR", reasons: [{ code, msg: authority }] },
    { posNumber: 1, voucherType: 6, body: null, standing: null, usage: null },
  );
  const { error } = toEnvelope(failure, (words) => localizeFor(reader, words));
  const begin = `${reader === "app" ? "ARCA lo rechazó: " : ""}(${code}) ${authority}. `;
  expect(error.startsWith(begin), error).toBe(true);
  return error.slice(begin.length);
};

/** The refusals that callers meet most often, each with the fields that it points to. */
const commonest: { code: number; fields: string[]; en: string; es: string }[] = [
  {
    code: 10013,
    fields: ["customer.docType", "customer.docNumber"],
    en: "customer.docType: letter A needs the receiver's CUIT: docType 80. customer.docNumber: letter A needs the receiver's CUIT: 11 digits.",
    es: "customer.docType: la letra A lleva el CUIT del receptor: elegí CUIT como documento. customer.docNumber: la letra A lleva el CUIT del receptor: escribí sus 11 dígitos.",
  },
  {
    code: 10015,
    fields: ["customer.docNumber"],
    en: "The authority's registers do not know customer.docNumber under customer.docType: look it up with GET /taxauth/padron/{cuit}, or ask the receiver.",
    es: "customer.docNumber: ARCA no tiene en sus registros ese documento del receptor: buscalo en el padrón o pedíselo de nuevo.",
  },
  {
    code: 10016,
    fields: ["voucherDate"],
    en: "Send a voucherDate of these days that is not before the last voucher of this point of sale and type, which another system may have issued there.",
    es: "voucherDate: elegí una fecha más cercana a hoy y que no sea anterior a la del último comprobante, que puede ser de otro sistema.",
  },
  {
    code: 10018,
    fields: ["items"],
    en: "items: lines at a rate above 0 % must come to some VAT: raise the price, or sell them at 0 %, exempt or not taxable.",
    es: "items: las líneas con IVA no llegan a sumar un centavo de IVA: subí el precio, o ponelas al 0 %, exentas o no gravadas.",
  },
  {
    code: 10040,
    fields: ["associatedVouchers"],
    en: "A voucher of this type cannot be associated with those types: a note has the letter of the voucher that it modifies.",
    es: "associatedVouchers.voucherType: ese comprobante no se puede asociar a este tipo: la nota lleva la letra del comprobante que modifica.",
  },
  {
    code: 10048,
    fields: ["items"],
    en: "The authority adds the amounts up to another total. The service computes them from what you send: check prices and discounts of the items and the subtotal of each of the tributes; if they are right, tell the service's operator.",
    es: "items: a ARCA le da otro total. Los importes salen de lo que se cargó: revisá los precios y los descuentos de las líneas y el importe de cada tributo; si están bien, avisale a quien opera el servicio.",
  },
  {
    code: 10051,
    fields: ["items"],
    en: "A rate's VAT must be its base times the rate, but for a cent: check prices and discounts of the lines.",
    es: "items: revisá los precios y los descuentos de las líneas: el IVA de cada alícuota tiene que ser su base por la alícuota, con un centavo de diferencia como mucho.",
  },
  {
    code: 10197,
    fields: ["associatedVouchers"],
    en: "A debit or credit note names what it modifies: send associatedVouchers, or associatedPeriod with the days whose sales it modifies.",
    es: "associatedVouchers: una nota lleva lo que modifica: indicá el comprobante asociado, o el período de las ventas que modifica.",
  },
  {
    code: 10243,
    fields: ["customer.taxType"],
    en: "The receiver's VAT condition does not go with this letter: look it up with GET /taxauth/padron/{cuit}. Conditions 1, 6, 13 and 16 get letter A of a registered taxpayer, all others B.",
    es: "customer.taxType: la condición de IVA del receptor no va con esta letra: buscalo en el padrón. Con letra A van los responsables inscriptos y los monotributistas, con B todos los demás.",
  },
  {
    code: 11002,
    fields: ["posNumber"],
    en: "The authority has no point of sale of web-service type (RECE) with this posNumber: register it in its portal (Administración de puntos de venta), or issue at another.",
    es: "posNumber: fijate en ARCA, en Administración de puntos de venta, que el punto de venta exista, sea de web services y no esté dado de baja.",
  },
];

test.each(commonest)("$code is told in both languages, and points to $fields", ({ code, fields, en, es }) => {
  expect({ en: said(code, "en"), es: said(code, "es") }).toEqual({ en, es });
  for (const field of fields) expect(es).toContain(field);
  // A person has labels, and no paths.
  expect(said(code, "app")).not.toMatch(/\b(customer|items|voucherDate|associatedVouchers|posNumber)\b/);
});

test("a point of sale that is not one of web services is said the same, whichever code comes first", () => {
  for (const reader of ["en", "es", "app"] as const)
    expect([said(11002, reader), said(10104, reader)]).toEqual([said(10005, reader), said(10005, reader)]);
});

/** How many vouchers a request has is ours to say, never a caller's. */
const ofOurs = 10001;

test("every code of a company, point of sale or type that is not entitled has advice", () => {
  for (const code of entitlementCodes)
    if (code !== ofOurs) expect(said(code, "es")).not.toMatch(/^Corregí lo que dice/);
});

test("the guide of errors has this table", () => {
  const rows = commonest.map(({ code, fields, en, es }) => [
    `${code}`,
    fields.map((field) => `\`${field}\``).join(", "),
    en,
    es,
  ]);
  const guide = readFileSync(path.join(projectFolder, "api/docs/guides/errors.md"), "utf8");
  const lines = [...guide.matchAll(/^\| (\d{5}) \|.*$/gm)].map(([line]) => line.slice(2, -2).split(" | "));
  expect(lines).toEqual(rows);
});
