import { Decimal } from "../../../shared/domain/money.js";
import { findVoucherType, invoiceTypeOf } from "../../../shared/domain/voucher-types.js";
import { checkIssuance } from "../../schemas/check-issuance.js";
import { read, type TypedFields } from "../fields/typed.js";

/** Amount of an earlier voucher, from which the usual size of a sale follows. */
interface EarlierSale {
  totalAmount: string;
  currencyQuotation: string;
}

/** Fewer vouchers tell nothing of what is usual. */
const fewest = 5;
/** A digit or two too many make a tenfold or a hundredfold of a price; half of a tenfold is seldom a sale like the others. */
const times = 5;

/**
 * The amount in pesos from which on a sale is unlike this company's last ones: five times the largest of them. The largest, since a shop
 * that sells small and large things sells large ones on any day. Undefined for a company that has hardly sold yet.
 */
export function usualOf(last: readonly EarlierSale[]): string | undefined {
  if (last.length < fewest) return undefined;
  const largest = Decimal.max(
    ...last.map(({ totalAmount, currencyQuotation }) => inPesos(totalAmount, currencyQuotation)),
  );
  return largest.isZero() ? undefined : largest.times(times).toFixed(2);
}

/** Whether a total is beyond what is usual. A limit that is no number asks nothing. */
export const isUnusual = (total: string, quotation: number, usual: string | undefined): boolean =>
  usual !== undefined && /^\d{1,20}(\.\d+)?$/.test(usual) && inPesos(total, quotation).gt(usual);

const inPesos = (amount: string, quotation: string | number): Decimal => new Decimal(amount).times(quotation);

/**
 * The total of a draft that is beyond what is usual, unless somebody was asked about it. Undefined also for a draft that is wrong in
 * itself, which is refused anyway. Amounts hang on the letter alone, so what only some types have is not looked at.
 */
export function findUnusual(
  { body }: { body: Record<string, unknown> },
  typed: TypedFields,
): { total: string; currency: string } | undefined {
  const voucherType = invoiceTypeOf(findVoucherType(Number(body.voucherType))?.letter ?? "B");
  const { associatedVouchers: _, associatedPeriod: __, fce: ___, ...others } = body;
  // As it is sent: what is undefined is not there.
  const checked = checkIssuance(JSON.parse(JSON.stringify({ ...others, voucherType, concept: 1 })));
  if (!checked.ok) return undefined;
  const { total } = checked.amounts;
  const { id, quotation } = checked.body.currency;
  if (read(typed, "asked") === total || !isUnusual(total, quotation, read(typed, "usual"))) return undefined;
  return { total, currency: id };
}
