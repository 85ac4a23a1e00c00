import { isFiscalDate } from "../argentine-time.js";
import { observe, type Rule, when } from "./finding.js";

/** Perceptions among the tributes: of VAT (6, 13), of gross income (7), municipal (8) and others (9). */
export const perceptionIds = new Set([6, 7, 8, 9, 13]);

const firstDay = "20060101";

/** The period whose vouchers a note modifies. Source: issuer/authority/README.md, section 4.8. */
export const periodRules: Rule = ({ voucher: { PeriodoAsoc, Tributos } }) => {
  if (PeriodoAsoc === undefined) return [];
  const { FchDesde: from, FchHasta: to } = PeriodoAsoc;
  const isWhole = isFiscalDate(from) && isFiscalDate(to);
  const hasPerception = (Tributos ?? []).some(({ Id }) => perceptionIds.has(Id));
  return [
    ...when(from === "", 10199, "Si envia PeriodoAsoc es obligatorio informar FchDesde."),
    ...when(to === "", 10203, "Si envia PeriodoAsoc es obligatorio informar FchHasta."),
    ...when(from !== "" && !isFiscalDate(from), 10204, "FchDesde debe ser una fecha con formato yyyymmdd."),
    ...when(to !== "" && !isFiscalDate(to), 10205, "FchHasta debe ser una fecha con formato yyyymmdd."),
    ...when(isWhole && (from <= firstDay || to <= firstDay), 10206, "Las fechas deben ser superiores a 01/01/2006."),
    ...when(isWhole && to < from, 10207, "FchHasta debe ser superior o igual a FchDesde."),
    ...observe(
      hasPerception && from.slice(0, 6) !== to.slice(0, 6),
      10209,
      "Con percepciones las fechas de PeriodoAsoc deben ser del mismo mes.",
    ),
  ];
};
