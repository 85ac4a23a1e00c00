import { isFiscalDate } from "../../argentine-time.js";
import { Decimal } from "../../decimal.js";
import { currencyIds } from "../../tables.js";
import { isInvoice } from "../../voucher-class.js";
import { observe, refuse } from "../texts.js";
import type { ReportRule } from "./report-input.js";

/** The concept and its dates. Source: issuer/authority/README.md, section 13.4. */
export const serviceRules: ReportRule = ({ voucher }) => {
  const { Concepto, CbteFch = "", FchServDesde: from, FchServHasta: to, FchVtoPago: due } = voucher;
  const isGoods = Concepto === 1;
  const dates = [from, to, due].flatMap((date) => date ?? []);
  return [
    ...refuse(![1, 2, 3].includes(Concepto), 713),
    ...observe(isGoods && from !== undefined, 727),
    ...observe(isGoods && to !== undefined, 728),
    ...observe(isGoods && due !== undefined, 729),
    ...observe(due !== undefined && due < CbteFch, 1411),
    ...observe(from !== undefined && to !== undefined && from > to, 1412),
    ...observe(!dates.every(isFiscalDate), 1413),
  ];
};

/** Source: issuer/authority/README.md, section 13.4. */
export const currencyRules: ReportRule = ({ voucher, type, settings }) => {
  const { MonId = "", MonCotiz, CanMisMonExt } = voucher;
  const rate = new Decimal(MonCotiz ?? 0);
  const official = settings.quotations[MonId];
  const mayOmitRate = MonCotiz === undefined && CanMisMonExt === "S" && isInvoice(type) && official !== undefined;
  const isRate = MonId === "PES" ? rate.eq(1) : rate.gt(0) || mayOmitRate;
  return [
    ...refuse(!currencyIds.has(MonId), 1401),
    ...refuse(!isRate, 726),
    ...refuse(CanMisMonExt !== undefined && !["S", "N"].includes(CanMisMonExt), 820),
    ...observe(official !== undefined && rate.gt(new Decimal(official).plus(1)), 821),
    ...observe(MonId === "PES" && CanMisMonExt !== undefined, 822),
  ];
};
