import { toWords } from "to-words/es-AR";
import { currencyLabel, transferLabel } from "../shared/domain/code-labels.js";
import { isInForce, type RuleMoves } from "../shared/domain/dated-rules.js";
import { printDate } from "../shared/domain/formats.js";
import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import { getVoucherType, isNote } from "../shared/domain/voucher-types.js";
import { printableOrNull, printableText } from "./printable-text.js";

/** Until when and to which account a credit invoice is paid, and who may take it over. */
export interface PaymentView {
  due: string | null;
  cbu: string | null;
  alias: string | null;
  transfer: string | null;
}

/** Null for all other vouchers, the notes included. Source: issuer/authority/README.md, section 12.6. */
export function paymentView({ voucherType, body }: PrintableVoucher): PaymentView | null {
  if (!isCreditInvoice(voucherType)) return null;
  const { serviceExpiration, fce } = body;
  const terms = fce && "cbu" in fce ? fce : null;
  return {
    due: serviceExpiration && printDate(printableText(serviceExpiration, 20)),
    cbu: printableOrNull(terms?.cbu, 40),
    alias: printableOrNull(terms?.alias, 40),
    transfer: terms && transferLabel(terms.transfer),
  };
}

/** Lines of a credit invoice below its totals. Null for all other vouchers. */
export interface CreditView {
  amount: string;
  legend: string;
}

export const creditView = ({
  voucherType,
  voucherDate,
  amounts,
  body,
  ruleMoves,
}: PrintableVoucher): CreditView | null =>
  isCreditInvoice(voucherType)
    ? {
        amount: amountInWords(amounts.total, printableText(body.currency.id, 3)),
        legend: acceptanceLegend(voucherDate, ruleMoves),
      }
    : null;

/** Whether a note of a credit invoice cancels what the buyer rejected: "Sí" or "No". Null for all other vouchers. */
export function cancellationOf({ voucherType, body: { fce } }: PrintableVoucher): string | null {
  if (!getVoucherType(voucherType).isFce || !fce || !("cancellation" in fce)) return null;
  return fce.cancellation ? "Sí" : "No";
}

function isCreditInvoice(voucherType: number): boolean {
  const traits = getVoucherType(voucherType);
  return traits.isFce && !isNote(traits);
}

/** After so many calendar days a credit invoice of this date counts as accepted. */
const daysOf = (voucherDate: string, moves: RuleMoves): number =>
  isInForce("fce-acceptance-21-days", voucherDate, moves) ? 21 : 15;

/**
 * Legend of a credit invoice about its acceptance, which Ley 27.440, article 5, wants. The words are ours.
 * Source: issuer/authority/README.md, section 12.6.
 */
export const acceptanceLegend = (voucherDate: string, moves: RuleMoves = {}): string =>
  `Ley 27.440, art. 5: esta factura se considera aceptada si dentro de los ${daysOf(voucherDate, moves)} días corridos desde su recepción en el domicilio fiscal electrónico del comprador no se registra su rechazo total ni su aceptación. Si al vencer ese plazo no fue cancelada, es título ejecutivo (art. 523 CPCCN). Su aceptación, expresa o tácita, implica la conformidad con transferir sus datos desde el Registro de Facturas de Crédito Electrónicas MiPyMEs a terceros, si se cede o negocia.`;

/**
 * The total as a credit invoice spells it: "Son pesos argentinos veintiún mil cien con 50/100".
 * Source: issuer/authority/README.md, section 12.6.
 * @param amount with two decimals
 * @param currency the authority's code
 */
export function amountInWords(amount: string, currency: string): string {
  const [whole = "0", cents = "00"] = amount.split(".");
  const spelled = `${spell(BigInt(whole))} con ${cents}/100`;
  return currency === "PES" ? `Son pesos argentinos ${spelled}` : `Son ${spelled} (${currencyLabel(currency)})`;
}

/** The library capitalizes every word, has no accents on its largest words, and does not shorten 21 before a noun. */
const spell = (whole: bigint): string =>
  toWords(whole)
    .toLowerCase()
    .replace(/illon\b/g, "illón")
    .replace(/veintiuno(?= (mil|millones|billones)\b)/g, "veintiún");
