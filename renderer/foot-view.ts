import { currencyLabel } from "../shared/domain/code-labels.js";
import { printAmount, printDate, printDecimal, printRate } from "../shared/domain/formats.js";
import { Decimal, formatAmount, sum, toCents } from "../shared/domain/money.js";
import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import { getVoucherType } from "../shared/domain/voucher-types.js";
import { currencySign } from "../shared/domain/voucher-words.js";
import { type CreditView, creditView } from "./credit-view.js";
import { fiscalQr, type QrView } from "./fiscal-qr.js";
import { authorizationLabels, isNationalIndirectTax, legalLegend } from "./labels.js";
import {
  additionalFields,
  legendText,
  type NotesPlace,
  ownLegends,
  type TributeView,
  tributeViews,
} from "./notes-view.js";
import { printableOrNull, printableText } from "./printable-text.js";

/**
 * Notes beside the totals, then the authorization; all on the last page.
 * Source: issuer/authority/README.md, section 8.2.
 */
export interface FootView {
  transparency: { vat: string; otherTaxes: string } | null;
  tributes: TributeView[];
  currency: { name: string; quotation: string; inPesos: string; sameCurrency: string | null } | null;
  legal: string | null;
  /** "10217, 10234". */
  observations: string | null;
  legend: string | null;
  /** Legends of the company and the point of sale. */
  legends: string[];
  additional: { label: string; value: string }[];
  totals: { label: string; sign: string; amount: string }[];
  total: { sign: string; amount: string };
  credit: CreditView | null;
  qr: QrView;
  authorization: { label: string; code: string; expirationLabel: string; expiration: string };
  complaints: string | null;
  text: string | null;
}

export function footView(voucher: PrintableVoucher, place: NotesPlace): FootView {
  const { body, amounts } = voucher;
  const sign = currencySign(printableText(body.currency.id, 3));
  const { letter } = getVoucherType(voucher.voucherType);
  const beside = place === "beside";
  return {
    transparency: transparency(voucher, sign),
    tributes: beside ? tributeViews(voucher) : [],
    currency: foreignCurrency(voucher),
    legal: legalLegend(letter, body.receiverTaxConditionId ?? body.customer.taxType) ?? null,
    observations: observedCodes(voucher),
    legend: beside ? legendText(voucher) : null,
    legends: beside ? ownLegends(voucher) : [],
    additional: beside ? additionalFields(voucher) : [],
    totals: totalRows(voucher).map(([label, amount]) => ({ label, sign, amount: printAmount(amount) })),
    total: { sign, amount: printAmount(amounts.total) },
    credit: beside ? creditView(voucher) : null,
    qr: fiscalQr(voucher),
    authorization: {
      ...authorizationLabels[voucher.authorization],
      code: printableText(voucher.cae, 20),
      expiration: printDate(voucher.caeExpirationDate),
    },
    complaints: printableOrNull(voucher.issuer.consumerComplaints, longestOwnText),
    text: printableOrNull(voucher.issuer.footerText, longestOwnText),
  };
}

const longestOwnText = 200;

/** Letter A itemizes net and VAT; B and C show what the buyer pays. Source: api/README.md, rule 14. */
function totalRows({ voucherType, amounts }: PrintableVoucher): [string, string][] {
  const { letter } = getVoucherType(voucherType);
  const present = (label: string, amount: string): [string, string][] =>
    Number(amount) === 0 ? [] : [[label, amount]];
  const tributes = present("Importe Otros Tributos", amounts.tributes);
  if (letter !== "A") {
    const parts = [amounts.net, amounts.vat, amounts.exempt, amounts.notTaxable];
    return [["Subtotal", formatAmount(sum(parts.map((part) => new Decimal(part))))], ...tributes];
  }
  return [
    ["Importe Neto Gravado", amounts.net],
    ...present("Importe Exento", amounts.exempt),
    ...present("Importe No Gravado", amounts.notTaxable),
    ...amounts.vatRows.map(({ rate, amount }): [string, string] => [`IVA ${printRate(rate)}`, amount]),
    ...tributes,
  ];
}

/** A line never ends between the two: the space does not break. */
const withSign = (sign: string, amount: string): string => `${sign}\u00a0${amount}`;

/** Source: RG 5614/2024; issuer/authority/README.md, section 8.2. */
function transparency({ voucherType, amounts, body }: PrintableVoucher, sign: string): FootView["transparency"] {
  if (getVoucherType(voucherType).letter !== "B") return null;
  const indirect = body.tributes.filter(({ type }) => isNationalIndirectTax(type));
  const otherTaxes = formatAmount(sum(indirect.map(({ subtotal }) => new Decimal(subtotal))));
  return { vat: withSign(sign, printAmount(amounts.vat)), otherTaxes: withSign(sign, printAmount(otherTaxes)) };
}

/** Codes of the authority's observations when it authorized a letter A. Source: RG 4291/2018, articles 12 and 14 c. */
function observedCodes({ voucherType, observations }: PrintableVoucher): string | null {
  if (getVoucherType(voucherType).letter !== "A" || !observations?.length) return null;
  return [...new Set(observations.map(({ code }) => code))].join(", ");
}

const settlements = { S: "Sí", N: "No" };

function foreignCurrency({ body, amounts }: PrintableVoucher): FootView["currency"] {
  const { quotation } = body.currency;
  const id = printableText(body.currency.id, 3);
  if (id === "PES") return null;
  const inPesos = formatAmount(toCents(new Decimal(amounts.total).times(quotation)));
  return {
    name: `${currencyLabel(id)} (${id})`,
    quotation: withSign("$", printDecimal(new Decimal(quotation).toFixed(), 2)),
    inPesos: withSign("$", printAmount(inPesos)),
    sameCurrency: body.cancelsInSameForeignCurrency && settlements[body.cancelsInSameForeignCurrency],
  };
}
