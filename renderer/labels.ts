import type { FceTransfer } from "../shared/domain/fce.js";
import { findVoucherType, type Letter } from "../shared/domain/voucher-types.js";
import { voucherTypeName } from "../shared/domain/voucher-words.js";

const copies = new Map([
  [1, "ORIGINAL"],
  [2, "DUPLICADO"],
  [3, "TRIPLICADO"],
]);

export const copyTitle = (version: number): string => copies.get(version) ?? "COPIA";

/** The voucher types that a note may refer to and that are issued elsewhere alone. */
const otherVoucherTypes = new Map<number, string>([
  [4, "Recibo A"],
  [9, "Recibo B"],
  [15, "Recibo C"],
  [19, "Factura de Exportación"],
  [20, "Nota de Débito por operaciones con el exterior"],
  [21, "Nota de Crédito por operaciones con el exterior"],
  [51, "Factura A (operación sujeta a retención)"],
  [52, "Nota de Débito A (operación sujeta a retención)"],
  [53, "Nota de Crédito A (operación sujeta a retención)"],
  [91, "Remito R"],
]);

export const referredVoucherTitle = (voucherType: number): string =>
  findVoucherType(voucherType)
    ? voucherTypeName(voucherType)
    : (otherVoucherTypes.get(voucherType) ?? `Comprobante ${voucherType}`);

/** VAT conditions. Source: issuer/authority/README.md, section 4.9. */
const taxConditions = new Map<number, string>([
  [1, "IVA Responsable Inscripto"],
  [4, "IVA Sujeto Exento"],
  [5, "Consumidor Final"],
  [6, "Responsable Monotributo"],
  [7, "Sujeto No Categorizado"],
  [8, "Proveedor del Exterior"],
  [9, "Cliente del Exterior"],
  [10, "IVA Liberado – Ley N.º 19.640"],
  [13, "Monotributista Social"],
  [15, "IVA No Alcanzado"],
  [16, "Monotributo Trabajador Independiente Promovido"],
]);

export const taxConditionLabel = (taxType: number): string => taxConditions.get(taxType) ?? `Condición ${taxType}`;

/** Source: issuer/authority/README.md, section 8.2. */
export const authorizationLabels = {
  CAE: { label: "CAE N°:", expirationLabel: "Fecha de Vto. de CAE:" },
  CAEA: { label: "C.A.E.A. N°:", expirationLabel: "Fecha de Vto.:" },
};

/** Source: issuer/authority/README.md, section 12.6. */
const transfers: Record<FceTransfer, string> = {
  SCA: "Sistema de Circulación Abierta",
  ADC: "Agente de Depósito Colectivo",
};

export const transferLabel = (transfer: FceTransfer): string => transfers[transfer];

const monotributistas = new Set([6, 13, 16]);

/** The legend that the law requires on certain vouchers. Source: RG 5003/2021; issuer/authority/README.md, section 8.2. */
export const legalLegend = (letter: Letter, receiverTaxType: number): string | undefined =>
  letter === "A" && monotributistas.has(receiverTaxType)
    ? "El crédito fiscal discriminado en el presente comprobante, sólo podrá ser computado a efectos del Régimen de Sostenimiento e Inclusión Fiscal para Pequeños Contribuyentes de la Ley Nº 27.618."
    : undefined;
