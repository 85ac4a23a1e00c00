import { isFiscalDate } from "../../argentine-time.js";
import type { Finding } from "../../rules/finding.js";
import { perceptionIds } from "../../rules/period-rules.js";
import { observe, refuse } from "../texts.js";
import type { ReportRule } from "./report-input.js";

const mayAssociate = new Set([1, 2, 3, 6, 7, 8, 12, 13, 51, 52, 53, 201, 202, 203, 206, 207, 208, 211, 212, 213]);

function periodFindings({ FchDesde: from, FchHasta: to }: { FchDesde: string; FchHasta: string }): Finding[] {
  const isWhole = isFiscalDate(from) && isFiscalDate(to);
  return [
    ...refuse(from === "", 1493),
    ...refuse(to === "", 1494),
    ...refuse(from !== "" && !isFiscalDate(from), 1495),
    ...refuse(to !== "" && !isFiscalDate(to), 1496),
    ...refuse(isWhole && (from <= "20060101" || to <= "20060101"), 1497),
    ...refuse(isWhole && to < from, 1498),
  ];
}

/** What a report asks of notes beyond the rules that it shares with a CAE. Source: issuer/authority/README.md, section 13.4. */
export const noteRules: ReportRule = ({ voucher, type }) => {
  const { CbtesAsoc, PeriodoAsoc: period, Tributos } = voucher;
  const hasPerception = (Tributos ?? []).some(({ Id }) => perceptionIds.has(Id));
  const spansMonths = period !== undefined && period.FchDesde.slice(0, 6) !== period.FchHasta.slice(0, 6);
  return [
    ...refuse(CbtesAsoc !== undefined && !mayAssociate.has(type), 807),
    ...(period === undefined ? [] : periodFindings(period)),
    ...observe(hasPerception && spansMonths, 1500),
  ];
};
