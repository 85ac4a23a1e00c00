import { currencies } from "./code-tables/currencies.js";
import { documentTypes } from "./code-tables/document-types.js";
import type { CodeRow } from "./code-tables/read-code-table.js";
import { taxConditions } from "./code-tables/tax-conditions.js";
import { tributes } from "./code-tables/tributes.js";
import { units } from "./code-tables/units.js";
import type { FceTransfer } from "./fce.js";

/**
 * The words for the authority's codes, as people read them on vouchers: those of its tables, but for what we print otherwise.
 * Source: issuer/authority/README.md, section 7.
 */
const labelsOf = (table: readonly CodeRow[], printed: Readonly<Record<string, string>> = {}) =>
  new Map(table.map(({ id, description }) => [id, printed[id] ?? description]));

const docTypes = labelsOf(documentTypes, {
  31: "Fondo Común de Inversión",
  92: "Documento en trámite",
  93: "Acta de nacimiento",
  99: "Documento",
});

export const docTypeLabel = (docType: number): string => docTypes.get(String(docType)) ?? `Documento ${docType}`;

const unitNames = labelsOf(units, { 15: "milímetros" });

/** The unit of measure as printed; code 0 is blank. */
export const unitLabel = (unitType: number): string => unitNames.get(String(unitType)) ?? "otras unidades";

const currencyNames = labelsOf(currencies);

export const currencyLabel = (currency: string): string => currencyNames.get(currency) ?? currency;

const tributeNames = labelsOf(tributes);

export const tributeLabel = (type: number): string => tributeNames.get(String(type)) ?? `Tributo ${type}`;

const conditions = labelsOf(taxConditions, { 10: "IVA Liberado – Ley N.º 19.640" });

export const taxConditionLabel = (taxType: number): string => conditions.get(String(taxType)) ?? `Condición ${taxType}`;

/** Source: issuer/authority/README.md, section 12.6. */
const transfers: Record<FceTransfer, string> = {
  SCA: "Sistema de Circulación Abierta",
  ADC: "Agente de Depósito Colectivo",
};

export const transferLabel = (transfer: FceTransfer): string => transfers[transfer];
