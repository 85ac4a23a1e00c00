import { transferLabel } from "../shared/domain/code-labels.js";
import { printDate } from "../shared/domain/formats.js";
import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import { getVoucherType, isNote } from "../shared/domain/voucher-types.js";
import { acceptanceLegend } from "./acceptance-legend.js";
import { amountInWords } from "./amount-in-words.js";
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
