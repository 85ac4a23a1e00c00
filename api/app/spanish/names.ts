import { docTypeLabel, transferLabel } from "../../../shared/domain/code-labels.js";
import { provinces } from "../../../shared/domain/code-tables/provinces.js";
import { anonymousType } from "../../../shared/domain/document-type.js";
import type { FceTransfer } from "../../../shared/domain/fce.js";
import { cuit } from "../../../shared/domain/spanish.js";
import { EXEMPT, findVatRate, toPercentage } from "../../../shared/domain/vat-rates.js";
import { decimal } from "./formats.js";

/** The names of codes. A code that nobody knows is shown with its number, so that it can be asked for. */

/** "CUIT", "DNI"; of a receiver that is not identified "Sin identificar". */
export const documentName = (docType: number): string =>
  docType === anonymousType ? "Sin identificar" : docTypeLabel(docType);

/** "CUIT 30-71234567-1", "Sin identificar". */
export const documentOf = ({ docType, docNumber }: { docType: number; docNumber: string }): string =>
  docType === anonymousType ? documentName(docType) : `${documentName(docType)} ${cuit(docNumber)}`;

const concepts = new Map([
  [1, "Productos"],
  [2, "Servicios"],
  [3, "Productos y servicios"],
]);

export const conceptName = (concept: number): string => concepts.get(concept) ?? `Concepto ${concept}`;

/** "21 %", "Exento", "No gravado" of the `taxType` of a line. Lines of letter C have none: "—". */
export function vatRateName(taxType: number | null): string {
  if (taxType === null) return "—";
  const rate = findVatRate(taxType);
  if (rate) return `${decimal(toPercentage(rate))} %`;
  return taxType === EXEMPT ? "Exento" : "No gravado";
}

const provinceNames = new Map(provinces.map(({ id, description }) => [Number(id), description]));

export const provinceName = (stateId: number): string => provinceNames.get(stateId) ?? `Provincia ${stateId}`;

/** "Sistema de Circulación Abierta (SCA)". */
export const transferName = (transfer: FceTransfer): string => `${transferLabel(transfer)} (${transfer})`;
