import { Decimal, sumOf } from "../../decimal.js";
import { isPrecise } from "../../rules/amount-rules.js";
import type { Finding } from "../../rules/finding.js";
import { matches } from "../../rules/tolerance.js";
import { type CaeaCode, observe, refuse } from "../texts.js";
import type { ReportInput, ReportRule } from "./report-input.js";

const totals = [
  ["ImpTotConc", 717],
  ["ImpOpEx", 718],
  ["ImpNeto", 719],
  ["ImpTrib", 723],
  ["ImpIVA", 1407],
  ["ImpTotal", 1409],
] as const;

const zeroForC = [
  ["ImpTotConc", 1434],
  ["ImpOpEx", 1435],
  ["ImpIVA", 1438],
] as const;

const isAmount = (text: string) => isPrecise(text) && !new Decimal(text).lt(0);

function rowFindings({ Iva, Tributos }: ReportInput["voucher"]): Finding[] {
  const imprecise = (amounts: string[], code: CaeaCode) => refuse(!amounts.every(isPrecise), code);
  return [
    ...imprecise(
      (Iva ?? []).map(({ Importe }) => Importe),
      1008,
    ),
    ...imprecise(
      (Iva ?? []).map(({ BaseImp }) => BaseImp),
      1009,
    ),
    ...imprecise(
      (Tributos ?? []).map(({ BaseImp }) => BaseImp),
      905,
    ),
    ...imprecise(
      (Tributos ?? []).map(({ Importe }) => Importe),
      907,
    ),
  ];
}

/** A wrong total is only remarked on, except in class C. Source: issuer/authority/README.md, section 13.4. */
export const amountRules: ReportRule = ({ voucher, voucherClass }) => {
  const { ImpTotal, ImpTotConc, ImpNeto, ImpOpEx, ImpTrib, ImpIVA } = voucher;
  const isC = voucherClass === "C";
  return [
    ...totals.flatMap(([field, code]) => refuse(!isAmount(voucher[field]), code)),
    ...rowFindings(voucher),
    ...zeroForC.flatMap(([field, code]) => refuse(isC && !new Decimal(voucher[field]).isZero(), code)),
    ...refuse(isC && new Decimal(ImpTrib).lt(0), 1437),
    ...refuse(isC && !matches(ImpTotal, sumOf([ImpNeto, ImpTrib])), 1439),
    ...observe(!isC && !matches(ImpTotal, sumOf([ImpTotConc, ImpNeto, ImpOpEx, ImpTrib, ImpIVA])), 724),
  ];
};
