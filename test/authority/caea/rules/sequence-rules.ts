import { isFiscalDate } from "../../argentine-time.js";
import { Decimal } from "../../decimal.js";
import { isCreditInvoice } from "../../voucher-class.js";
import { refuse } from "../texts.js";
import type { ReportInput, ReportRule } from "./report-input.js";

const isNumber = (number: number) => number >= 1 && number <= 99_999_999;

const hasNumbers = ({ voucher }: ReportInput) => isNumber(voucher.CbteDesde) && isNumber(voucher.CbteHasta);

/**
 * What goes to `Errors` and hides all other findings: no code at all, then a number that is not the next one.
 * Source: issuer/authority/README.md, section 13.4.
 */
export const decisiveRules: ReportRule = (input) => {
  const { voucher, last } = input;
  if (!/^\d{14}$/.test(voucher.CAEA)) return refuse(true, 782);
  return refuse(hasNumbers(input) && voucher.CbteDesde !== (last?.numberTo ?? 0) + 1, 703);
};

export const sequenceRules: ReportRule = (input) => {
  const { voucher, voucherClass, type, last, settings } = input;
  const { CbteDesde, CbteHasta, CbteFch, DocTipo, DocNro, ImpTotal } = voucher;
  const single = CbteDesde === CbteHasta;
  const isLot = voucherClass === "B" && !isCreditInvoice(type) && CbteHasta > CbteDesde;
  const average = new Decimal(ImpTotal).div(Math.max(CbteHasta - CbteDesde + 1, 1));
  const isSmall = average.lt(settings.identificationThreshold);
  return [
    ...refuse(!hasNumbers(input), 784),
    ...refuse(!single && (voucherClass === "A" || isCreditInvoice(type)), 711),
    ...refuse(!single && voucherClass === "C" && !isCreditInvoice(type), 1433),
    ...refuse(voucherClass === "B" && CbteHasta < CbteDesde, 1416),
    ...refuse(isLot && !isSmall, 1422),
    ...refuse(isLot && isSmall && (DocTipo !== 99 || DocNro !== 0), 1415),
    ...refuse(CbteFch === undefined || !isFiscalDate(CbteFch), 783),
    ...refuse(last !== undefined && CbteFch !== undefined && CbteFch < last.date, 704),
  ];
};
