import { type AmountLine, computeLines } from "./amount-lines.js";
import { splitForAuthority } from "./authority-split.js";
import type { IssuanceRequest } from "./issuance-request.js";
import { Decimal, formatAmount, sum } from "./money.js";
import { findVatRate, toPercentage, type VatRow } from "./vat-rates.js";
import { getVoucherType } from "./voucher-types.js";

/** The declared amounts of a voucher. All are strings with two decimals, in the voucher's currency. */
export interface Amounts {
  net: string;
  vat: string;
  exempt: string;
  notTaxable: string;
  tributes: string;
  total: string;
  vatRows: VatRow[];
  lines: LineAmounts[];
  /** `authority`: cents were moved so that the authority takes the VAT of every rate. */
  rounding: Rounding;
}

export type Rounding = "line" | "authority";

/**
 * What a company wants when rounding each line breaches the authority's tolerance. `auto`: send the literal sums, and the
 * authority's split once they were refused for that alone; `authority`: send the split when the breach is foreseen; `line`:
 * never anything but the literal sums. Source: issuer/README.md, section 7.
 */
export type VatRounding = "auto" | "authority" | "line";

/** What one item comes to. `base` and `vat` are the taxable line's parts; elsewhere base is the line and vat is zero. */
export interface LineAmounts {
  subtotal: string;
  discount: string;
  amount: string;
  base: string;
  vat: string;
}

export type AmountsInput = Pick<IssuanceRequest, "voucherType" | "items" | "priceIncludesVat" | "tributes">;

/**
 * Computes what the voucher declares: lines first, then sums, to the letter of api/README.md, rules 7 to 13. With the authority's
 * rounding, the cents of those lines that it would refuse are moved (issuer/README.md, section 7); all others are as computed.
 */
export function computeAmounts(input: AmountsInput, rounding: Rounding = "line"): Amounts {
  const lines = computeLines(input);
  return sumUp(input, rounding === "line" ? lines : splitForAuthority(lines, input), rounding);
}

function sumUp({ voucherType, tributes }: AmountsInput, lines: AmountLine[], rounding: Rounding): Amounts {
  const sumOf = (destination: AmountLine["destination"]) =>
    sum(lines.filter((line) => line.destination === destination).map((line) => line.base));
  const net = sumOf("taxable");
  const exempt = sumOf("exempt");
  const notTaxable = sumOf("notTaxable");
  const vat = sum(lines.map((line) => line.vat));
  const tributesTotal = sum(tributes.map((tribute) => new Decimal(tribute.subtotal)));

  return {
    net: formatAmount(net),
    vat: formatAmount(vat),
    exempt: formatAmount(exempt),
    notTaxable: formatAmount(notTaxable),
    tributes: formatAmount(tributesTotal),
    total: formatAmount(sum([net, vat, exempt, notTaxable, tributesTotal])),
    vatRows: getVoucherType(voucherType).letter === "C" ? [] : toVatRows(lines),
    lines: lines.map((line) => ({
      subtotal: formatAmount(line.subtotal),
      discount: formatAmount(line.discount),
      amount: formatAmount(line.amount),
      base: formatAmount(line.base),
      vat: formatAmount(line.vat),
    })),
    rounding,
  };
}

/** One row per rate present, 0 % included, ordered by code. Source: api/README.md, rules 11 and 12. */
function toVatRows(lines: AmountLine[]): VatRow[] {
  const taxable = lines.filter((line) => line.destination === "taxable");
  const taxTypes = [...new Set(taxable.map((line) => line.taxType))].sort((a, b) => a - b);
  return taxTypes.map((taxType) => {
    const ofRate = taxable.filter((line) => line.taxType === taxType);
    return {
      taxType,
      rate: toPercentage(findVatRate(taxType) ?? new Decimal(0)),
      base: formatAmount(sum(ofRate.map((line) => line.base))),
      amount: formatAmount(sum(ofRate.map((line) => line.vat))),
    };
  });
}
