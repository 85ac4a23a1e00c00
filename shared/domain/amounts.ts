import { type AmountLine, computeLines } from "./amount-lines.js";
import { splitForAuthority } from "./authority-split.js";
import type { IssuanceRequest } from "./issuance-request.js";
import { Decimal, formatAmount, sum } from "./money.js";
import { atOnce, type Steps } from "./steps.js";
import { findVatBreaches, type VatBreach } from "./tolerance.js";
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
  /** `authority`: cents were moved so that the authority accepts the VAT of every rate. */
  rounding: Rounding;
}

export type Rounding = "line" | "authority";

/**
 * Choice of a company for when the rounding of each line breaches the authority's tolerance. `auto`: send the literal sums, and send the
 * authority's split after a refusal for that reason alone. `authority`: send the split at once when the breach is foreseen. `line`: always
 * send the literal sums. Source: issuer/README.md, section 7.
 */
export type VatRounding = "auto" | "authority" | "line";

/** The amounts of one item. A taxable line is split into `base` and `vat`. For others, `base` is the amount and `vat` is zero. */
export interface LineAmounts {
  subtotal: string;
  discount: string;
  amount: string;
  base: string;
  vat: string;
}

export type AmountsInput = Pick<IssuanceRequest, "voucherType" | "items" | "priceIncludesVat" | "tributes">;

/**
 * Computes the declared amounts: lines first, then sums, exactly as in api/README.md, rules 7 to 13. With the authority's
 * rounding, cents move in the rates that it would refuse (issuer/README.md, section 7). All other lines stay as computed.
 */
export const computeAmounts = (input: AmountsInput, rounding: Rounding = "line"): Amounts =>
  atOnce(computingAmounts(input, rounding));

/** A hundred lines take about a millisecond. */
const linesInStep = 100;

/** Computes the amounts in steps: a voucher may have a thousand lines. */
export function* computingAmounts(input: AmountsInput, rounding: Rounding = "line"): Steps<Amounts> {
  const literal: AmountLine[] = [];
  for (const items of inParts(input.items)) {
    literal.push(...computeLines({ ...input, items }));
    yield;
  }
  const lines = rounding === "line" ? literal : splitForAuthority(literal, input);
  yield;
  const sums = sumUp(input, lines);
  const written: LineAmounts[] = [];
  for (const part of inParts(lines)) {
    yield;
    written.push(...part.map(writeLine));
  }
  return { ...sums, lines: written, rounding };
}

function* inParts<T>(all: T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += linesInStep) yield all.slice(from, from + linesInStep);
}

/**
 * The amounts to send first: the literal sums, unless they would be refused and the company wants the authority's split.
 * Source: issuer/README.md, section 7.
 */
export function chooseAmounts(
  { vatRounding }: { vatRounding: VatRounding },
  body: AmountsInput,
  literal: Amounts,
): { amounts: Amounts; breaches: VatBreach[] } {
  const breaches = findVatBreaches(literal, body.voucherType);
  const split = breaches.length > 0 && vatRounding === "authority";
  return { amounts: split ? computeAmounts(body, "authority") : literal, breaches };
}

/** The authority's split, where it leaves nothing that the authority refuses. Source: issuer/README.md, section 7. */
export function cureAmounts(body: AmountsInput): Amounts | undefined {
  const split = computeAmounts(body, "authority");
  return findVatBreaches(split, body.voucherType).length === 0 ? split : undefined;
}

function sumUp({ voucherType, tributes }: AmountsInput, lines: AmountLine[]): Omit<Amounts, "lines" | "rounding"> {
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
  };
}

const writeLine = (line: AmountLine): LineAmounts => ({
  subtotal: formatAmount(line.subtotal),
  discount: formatAmount(line.discount),
  amount: formatAmount(line.amount),
  base: formatAmount(line.base),
  vat: formatAmount(line.vat),
});

/**
 * One row for each rate of the lines, including 0 %, in the order of the codes. A rate whose lines come to nothing has no row: the
 * authority takes none without a base, and its VAT is 0.00 too. Sources: api/README.md, rules 11 and 12; issuer/authority/README.md,
 * section 4.3.
 */
function toVatRows(lines: AmountLine[]): VatRow[] {
  const taxable = lines.filter((line) => line.destination === "taxable");
  const taxTypes = [...new Set(taxable.map((line) => line.taxType))].sort((a, b) => a - b);
  return taxTypes.flatMap((taxType) => {
    const ofRate = taxable.filter((line) => line.taxType === taxType);
    const base = sum(ofRate.map((line) => line.base));
    if (base.isZero()) return [];
    return {
      taxType,
      rate: toPercentage(findVatRate(taxType) ?? new Decimal(0)),
      base: formatAmount(base),
      amount: formatAmount(sum(ofRate.map((line) => line.vat))),
    };
  });
}
