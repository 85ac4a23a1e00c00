import type { LocalizedText } from "../localized-text.js";
import type { PerceptionLine, PerceptionRecord, Perceptions } from "../perceptions.js";
import { decimal } from "../spanish.js";
import { provinceName } from "./jurisdictions.js";

/** Descriptions of the tributes, which the regime prescribes. Source: issuer/authority/README.md, section 19.5. */
const descriptions: Record<PerceptionRecord, (stateId: number) => string> = {
  1: () => "Percepción SIRCIP",
  2: () => "Percepción SIRCIP",
  4: () => "Percepción SIRCIP por no inscripto",
  5: (stateId) => `Percepción SIRCIP por falta de alta en ${provinceName(stateId)}`,
};

export const describePerception = (record: PerceptionRecord, stateId: number): string => descriptions[record](stateId);

/** Why a line is there, for a preview. */
export function whyOfLine(
  { letter, digit, period, deliveryStateId }: Perceptions,
  { record, aliquot, tribute }: PerceptionLine,
): LocalizedText {
  const month = monthInWords(period);
  const name = provinceName(deliveryStateId);
  const reason: Record<PerceptionRecord, LocalizedText> = {
    1: {
      en: `letter ${letter} of the padrón of ${month} is ${aliquot} %; its digit for ${name} is ${digit}`,
      es: `Tiene la letra ${letter} en el padrón de ${month}: ${decimal(aliquot, 2)} %. Su dígito para ${name} es ${digit}.`,
    },
    2: {
      en: `letter A of the padrón of ${month}: nothing is charged, and the monthly return tells the sale`,
      es: `Tiene la letra A en el padrón de ${month}: no se le cobra nada y la venta se informa en la declaración mensual.`,
    },
    4: {
      en: `is not in the padrón of ${month}: ${aliquot} %`,
      es: `No está en el padrón de ${month}: ${decimal(aliquot, 2)} %.`,
    },
    5: {
      en: `is not registered in ${name} (digit ${digit} of the padrón of ${month}): a surcharge of ${aliquot} %`,
      es: `No está inscripto en ${name} (dígito ${digit} en el padrón de ${month}): recargo del ${decimal(aliquot, 2)} %.`,
    },
  };
  const why = reason[record];
  if (tribute !== null || record === 2) return why;
  return {
    en: `${why.en}; it comes to 0.00, so it is no tribute of the voucher`,
    es: `${why.es} Da 0,00, así que no es un tributo del comprobante.`,
  };
}

/** "12/2026" of "202612". */
export const monthInWords = (period: string): string => `${period.slice(4)}/${period.slice(0, 4)}`;
