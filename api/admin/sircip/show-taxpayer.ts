import { findSircipTaxpayer, listSircipPeriods } from "../../../shared/db/sircip/periods.js";
import { readProvinceDays } from "../../../shared/db/sircip/provinces.js";
import { digitOf, jurisdictions } from "../../../shared/domain/perceptions/jurisdictions.js";
import { meaningOf } from "../../../shared/domain/perceptions/province-digit.js";
import { ratesOn } from "../../../shared/domain/perceptions/sircip-rates.js";
import { isTaxId } from "../../../shared/domain/tax-id.js";
import { notThere } from "../not-done.js";
import type { CommandContext, CommandOutput } from "../perform.js";
import { WrongValue } from "../read-option.js";
import { drawFields, drawTable } from "../table.js";
import { isMonth } from "./padron-line.js";

/** `sircip show`: a taxpayer as the newest month of the padrón has it, or another month. */
export async function showTaxpayer(
  { db }: CommandContext,
  cuit: string,
  { period: wanted }: { period?: string },
): Promise<CommandOutput> {
  if (!isTaxId(cuit)) throw new WrongValue(`${cuit} is not a tax id: its check digit is wrong`);
  if (wanted !== undefined && !isMonth(wanted)) throw new WrongValue("--period: must be a month as YYYYMM");
  const periods = await listSircipPeriods(db);
  const period = wanted ?? periods[0]?.period;
  if (period === undefined) throw notThere("No padrón of SIRCIP is loaded: `sircip load` does.");
  if (!periods.some((one) => one.period === period)) throw notThere(`The padrón of SIRCIP of ${period} is not loaded.`);
  const row = await findSircipTaxpayer(db, period, cuit);
  if (!row) throw notThere(`${cuit} is not in the padrón of SIRCIP of ${period}.`);
  const days = await readProvinceDays(db);
  const { letter, crc, seat, name, digits } = row;
  const provinces = jurisdictions.map(({ stateId, jurisdiction }) => ({
    stateId,
    jurisdiction,
    digit: digitOf(digits, stateId),
    from: days.get(stateId) ?? null,
  }));
  const aliquot = ratesOn(`${period}01`).letters[letter] ?? null;
  const json = { period, letter, aliquot, crc, seat, name, provinces };
  const table = drawTable(
    ["province", "state id", "jurisdiction", "digit", "from", ""],
    provinces.map(({ stateId, jurisdiction, digit, from }, at) => {
      return [jurisdictions[at]?.name, stateId, jurisdiction, digit, from, contradictionOf(digit, from)];
    }),
    "",
  );
  return { json, text: `${drawFields({ cuit, name, period, letter, aliquot, crc, seat })}\n\n${table}` };
}

/** A province that begins on a day adhered, and its digit says so. */
export const contradictionOf = (digit: number, from: string | null): string =>
  from !== null && meaningOf(digit)?.adhered === false ? "its digit says that it did not adhere" : "";
