import { Decimal } from "../../../../shared/domain/money.js";
import { findNoteType } from "../../../../shared/domain/voucher-types.js";
import type { Voucher } from "../voucher.js";

type VoucherBalance = Pick<Voucher, "totalAmount" | "debitedAmount" | "creditedAmount">;

/** Amount that may still be credited, as far as the page knows: the API decides. Source: api/README.md, "Credit notes". */
export function leftOf({ totalAmount, debitedAmount, creditedAmount }: VoucherBalance): string {
  const left = new Decimal(totalAmount).plus(debitedAmount).minus(creditedAmount);
  return Decimal.max(left, 0).toFixed(2);
}

/** Whether a credit note of it can be offered. */
export const isCreditable = (voucher: VoucherBalance & Pick<Voucher, "voucherType">): boolean =>
  findNoteType("credit", voucher.voucherType) !== undefined && Number(leftOf(voucher)) > 0;

/** Whether the whole of it can be credited in one go. */
export const isWholeCreditable = (voucher: VoucherBalance & Pick<Voucher, "voucherType" | "source">): boolean =>
  isCreditable(voucher) && voucher.source !== "rcel" && Number(voucher.creditedAmount) === 0;

/** Whether a debit note of it can be offered. */
export const isDebitable = ({ voucherType }: Pick<Voucher, "voucherType">): boolean =>
  findNoteType("debit", voucherType) !== undefined;
