import { decimal, money } from "../spanish.js";
import type { NamedVoucher } from "../voucher-words.js";
import { nameVoucher } from "./noted-vouchers.js";

/** How many of each kind are named. */
const maxNamed = 1_000;

/** Vouchers that LEEME.txt names, each with why. */
interface NamedList {
  names: string[];
  others: number;
}

/** Contents of LEEME.txt, gathered while the return is written. */
export interface SircipReadme {
  rows: number;
  /** Sum of the amounts, in pesos; credit notes subtract. */
  sum: string;
  leftOut: NamedList;
  differs: NamedList;
  /** CUITs of certificates of exclusion that bought in the month, with what they bought. */
  exempt: NamedList;
}

export const emptySircipReadme = (): SircipReadme => ({
  rows: 0,
  sum: "0.00",
  leftOut: { names: [], others: 0 },
  differs: { names: [], others: 0 },
  exempt: { names: [], others: 0 },
});

export function nameOne(list: NamedList, voucher: NamedVoucher, why: string): void {
  if (list.names.length < maxNamed) list.names.push(`${nameVoucher(voucher)}: ${why}`);
  else list.others += 1;
}

/** LEEME.txt of the return: what is in the file, and what is not. */
export function describeSircip({ rows, sum, leftOut, differs, exempt }: SircipReadme, period: string): string {
  const month = `${period.slice(4)}/${period.slice(0, 4)}`;
  const part = (title: string, { names, others }: NamedList) =>
    names.length === 0 ? [] : ["", title, "", ...names, ...(others > 0 ? [`y ${decimal(others)} más`] : [])];
  return [
    `Declaración de SIRCIP, ${month}`,
    "",
    rows === 0
      ? "El mes está vacío: no hay percepciones para declarar."
      : `Renglones: ${decimal(rows)}. Suma de las percepciones: ${money(sum)}.`,
    "El importe de cada renglón es base × alícuota, en pesos, como lo vuelve a calcular el portal.",
    ...part("Quedaron afuera:", leftOut),
    ...part("El importe de la declaración no es el que se imprimió:", differs),
    ...part("Con certificado de exclusión, sin percepción y sin renglón:", exempt),
    "",
  ].join("\r\n");
}
