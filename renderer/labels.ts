import { taxConditionLabel } from "../shared/domain/code-labels.js";
import { isInForce } from "../shared/domain/dated-rules.js";
import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import type { Letter } from "../shared/domain/voucher-type-table.js";
import { isWithheldType, typesOf } from "../shared/domain/voucher-types.js";

const copies = new Map([
  [1, "ORIGINAL"],
  [2, "DUPLICADO"],
  [3, "TRIPLICADO"],
]);

export const copyTitle = (version: number): string => copies.get(version) ?? "COPIA";

/** Source: issuer/authority/README.md, section 8.2. */
export const authorizationLabels = {
  CAE: { label: "CAE N°:", expirationLabel: "Fecha de Vto. de CAE:" },
  CAEA: { label: "C.A.E.A. N°:", expirationLabel: "Fecha de Vto.:" },
};

/** Where the norm has other words than the authority's table. Source: RG 1415/2003, annex II, A I and A II. */
const conditionsOfTheNorm = new Map([
  [4, "IVA EXENTO"],
  [5, "A CONSUMIDOR FINAL"],
  [7, "SUJETO NO CATEGORIZADO"],
  [13, "MONOTRIBUTISTA SOCIAL"],
  [15, "NO RESPONSABLE IVA"],
  [16, "MONOTRIBUTO TRABAJADOR INDEPENDIENTE PROMOVIDO"],
]);

/** An issuer's or a receiver's VAT condition in the words that the page must have. */
export const printedCondition = (taxType: number): string =>
  conditionsOfTheNorm.get(taxType) ?? taxConditionLabel(taxType);

const monotributistas = new Set([6, 13, 16]);

/** The legend that the law requires on certain vouchers. Source: RG 5003/2021; issuer/authority/README.md, section 8.2. */
export const legalLegend = (letter: Letter, receiverTaxType: number): string | undefined =>
  letter === "A" && monotributistas.has(receiverTaxType)
    ? "El crédito fiscal discriminado en el presente comprobante, sólo podrá ser computado a efectos del Régimen de Sostenimiento e Inclusión Fiscal para Pequeños Contribuyentes de la Ley Nº 27.618."
    : undefined;

/** Class M: the types under withholding, before RG 5762/2025. */
export const isOfClassM = ({
  voucherType,
  voucherDate,
  ruleMoves,
}: Pick<PrintableVoucher, "voucherType" | "voucherDate" | "ruleMoves">): boolean =>
  isWithheldType(voucherType) && !isInForce("withheld-a", voucherDate, ruleMoves);

const ordinaryA = new Set(typesOf({ letter: "A", regime: "ordinary" }));

/**
 * Legend beside the letter: the buyer withholds, or the company must be paid into an account of its own.
 * Source: RG 5762/2025, articles 10, 11 and 20 to 22.
 */
export function letterLegend({
  voucherType,
  voucherDate,
  issuer,
  ruleMoves,
}: Pick<PrintableVoucher, "voucherType" | "voucherDate" | "issuer" | "ruleMoves">): string | undefined {
  if (isOfClassM({ voucherType, voucherDate, ruleMoves })) return undefined;
  if (isWithheldType(voucherType)) return "OPERACIÓN SUJETA A RETENCIÓN";
  return issuer.cbuLegend && ordinaryA.has(voucherType) ? "PAGO EN CBU INFORMADA" : undefined;
}

/** Whether Ley 27.743 requires a tribute to be shown: national indirect taxes other than VAT (national and internal taxes). */
export const isNationalIndirectTax = (tributeType: number): boolean => tributeType === 1 || tributeType === 4;
