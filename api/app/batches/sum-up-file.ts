import { Decimal, formatAmount } from "../../../shared/domain/money.js";
import { getVoucherType } from "../../../shared/domain/voucher-types.js";

/** A voucher of a file, as far as its sum needs it. */
interface SummedVoucher {
  body: { voucherType: number; priceIncludesVat: boolean; currency: { id: string } };
  amounts: { total: string };
}

/** Sums of a file: for each currency, and how its prices are read. */
export interface FileSums {
  vouchers: number;
  /** Totals: `charged` of invoices and debit notes, `credited` of credit notes. */
  currencies: { currency: string; charged: string; credited: string }[];
  /** Vouchers that have VAT at all, by what their prices mean. */
  withVat: number;
  withoutVat: number;
}

/** Sums up the vouchers of a file. Letter C has no VAT, so its prices mean one thing. */
export function sumUpFile(elements: readonly SummedVoucher[]): FileSums {
  const sums = new Map<string, { charged: Decimal; credited: Decimal }>();
  for (const { body, amounts } of elements) {
    const { id } = body.currency;
    const { charged, credited } = sums.get(id) ?? { charged: new Decimal(0), credited: new Decimal(0) };
    const isCredit = getVoucherType(body.voucherType).kind === "creditNote";
    sums.set(id, {
      charged: isCredit ? charged : charged.plus(amounts.total),
      credited: isCredit ? credited.plus(amounts.total) : credited,
    });
  }
  const ofVat = elements.filter(({ body }) => getVoucherType(body.voucherType).letter !== "C");
  const withVat = ofVat.filter(({ body }) => body.priceIncludesVat).length;
  return {
    vouchers: elements.length,
    currencies: [...sums].map(([currency, { charged, credited }]) => ({
      currency,
      charged: formatAmount(charged),
      credited: formatAmount(credited),
    })),
    withVat,
    withoutVat: ofVat.length - withVat,
  };
}
