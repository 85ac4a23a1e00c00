import type { AmountLine } from "./amount-lines.js";
import type { IssuanceRequest } from "./issuance-request.js";
import { Decimal, sum } from "./money.js";
import { isWithinTolerance } from "./tolerance.js";
import { findVatRate } from "./vat-rates.js";
import { getVoucherType } from "./voucher-types.js";

const cent = new Decimal("0.01");

/**
 * Splits the lines anew, with a VAT that the authority accepts. In each rate beyond its tolerance, the fewest cents move: one per line,
 * starting with the largest line, so that the printed rows still add up. If prices include VAT, cents move between base and VAT and the
 * total stays. With net prices, VAT and total change. Where the whole VAT would still be nothing, one cent moves: that is within the
 * tolerance, and nothing at all is refused. Source: issuer/README.md, section 7.
 */
export function splitForAuthority(
  lines: AmountLine[],
  { voucherType, priceIncludesVat }: Pick<IssuanceRequest, "voucherType" | "priceIncludesVat">,
): AmountLine[] {
  if (getVoucherType(voucherType).letter === "C") return lines;
  const moved = new Map<AmountLine, number>();
  for (const ofRate of taxableByRate(lines)) {
    const cents = centsToMove(ofRate, priceIncludesVat);
    const bySize = ofRate.toSorted((a, b) => b.amount.cmp(a.amount));
    for (let index = 0; index < Math.abs(cents); index++) {
      const line = bySize[index % bySize.length];
      if (line) moved.set(line, (moved.get(line) ?? 0) + Math.sign(cents));
    }
  }
  const split = lines.map((line) => moveCents(line, moved.get(line) ?? 0, priceIncludesVat));
  return sum(split.map((line) => line.vat)).isZero() ? withOneCent(split, priceIncludesVat) : split;
}

/** A rate keeps a base above nothing: without one it has no row. */
function withOneCent(lines: AmountLine[], priceIncludesVat: boolean): AmountLine[] {
  const leastBase = priceIncludesVat ? cent : new Decimal(0);
  const taxed = taxableByRate(lines).filter(
    (ofRate) => findVatRate(ofRate[0]?.taxType ?? 0)?.gt(0) && sum(ofRate.map((line) => line.base)).gt(leastBase),
  );
  const [largest] = taxed.flat().toSorted((a, b) => b.amount.cmp(a.amount));
  return lines.map((line) => (line === largest ? moveCents(line, 1, priceIncludesVat) : line));
}

function taxableByRate(lines: AmountLine[]): AmountLine[][] {
  const taxable = lines.filter((line) => line.destination === "taxable");
  const taxTypes = new Set(taxable.map((line) => line.taxType));
  return [...taxTypes].map((taxType) => taxable.filter((line) => line.taxType === taxType));
}

/** By how many cents the VAT of a rate must grow, or shrink (negative), until the authority accepts it. */
function centsToMove(ofRate: AmountLine[], priceIncludesVat: boolean): number {
  const rate = findVatRate(ofRate[0]?.taxType ?? 0) ?? new Decimal(0);
  const base = sum(ofRate.map((line) => line.base));
  const vat = sum(ofRate.map((line) => line.vat));
  const step = vat.lt(base.times(rate)) ? 1 : -1;
  for (let cents = 0; ; cents += step) {
    const moved = cent.times(cents);
    if (isWithinTolerance(priceIncludesVat ? base.minus(moved) : base, vat.plus(moved), rate)) return cents;
  }
}

function moveCents(line: AmountLine, cents: number, priceIncludesVat: boolean): AmountLine {
  if (cents === 0) return line;
  const moved = cent.times(cents);
  return { ...line, vat: line.vat.plus(moved), base: priceIncludesVat ? line.base.minus(moved) : line.base };
}
