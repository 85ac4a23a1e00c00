import type { Amounts } from "./amounts.js";
import { type Declaration, toDeclaration } from "./declaration.js";
import { declaredCandidates } from "./declared-candidates.js";
import type { IssuanceRequest } from "./issuance-request.js";
import { Decimal } from "./money.js";
import { findVoucherType } from "./voucher-types.js";

/** A sale without a voucher. */
export interface UnissuedSale {
  posNumber: number;
  voucherType: number;
  /** The point of sale under CAEA that stands in for its own. */
  substitute: number | null;
  body: IssuanceRequest;
  amounts: Amounts;
  declared: Declaration | null;
}

/** Identity of a voucher without a key. */
export interface ShownVoucher extends Pick<Declaration, "voucherDate" | "docType" | "docNumber" | "currency"> {
  posNumber: number;
  voucherType: number;
  totalAmount: string;
}

/** Whether the voucher equals what the sale may have declared, in numbering, receiver, date, total and currency. */
export const isEqualTo = (sale: UnissuedSale, voucher: ShownVoucher): boolean =>
  namesOf(sale).includes(nameOfVoucher(voucher));

/**
 * Equality wherever in the company the voucher is: its key may have been sent for another point of sale, or for another letter. A note is
 * never an invoice's.
 */
export const isEqualAnywhere = (
  sale: Pick<UnissuedSale, "voucherType" | "body" | "amounts" | "declared">,
  voucher: ShownVoucher,
): boolean => {
  const kind = findVoucherType(sale.voucherType)?.kind;
  if (kind === undefined || findVoucherType(voucher.voucherType)?.kind !== kind) return false;
  const { posNumber, voucherType } = voucher;
  return isEqualTo({ ...sale, posNumber, voucherType, substitute: null }, voucher);
};

/** Name of a voucher and of all that equal it. */
export const nameOfVoucher = (voucher: ShownVoucher): string =>
  nameOf(voucher.posNumber, voucher.voucherType, {
    ...voucher,
    total: voucher.totalAmount,
    docNumber: voucher.docNumber.trim(),
  });

/** The names of the vouchers that may be the sale's. */
export const namesOf = (sale: UnissuedSale): string[] =>
  declarationsOf(sale).flatMap((declared) =>
    [sale.posNumber, ...(sale.substitute === null ? [] : [sale.substitute])].map((pos) =>
      nameOf(pos, sale.voucherType, declared),
    ),
  );

/** The dates that its voucher may have. */
export const datesOf = (sale: Pick<UnissuedSale, "body" | "amounts" | "declared">): string[] =>
  declarationsOf(sale).map(({ voucherDate }) => voucherDate);

const declarationsOf = ({
  body,
  amounts,
  declared,
}: Pick<UnissuedSale, "body" | "amounts" | "declared">): Declaration[] =>
  declaredCandidates(body, { amounts, declared: declared ?? toDeclaration(body, amounts) }).map(
    (candidate) => candidate.declared,
  );

const nameOf = (
  pos: number,
  type: number,
  {
    voucherDate,
    docType,
    docNumber,
    total,
    currency,
  }: Pick<Declaration, "voucherDate" | "docType" | "docNumber" | "total" | "currency">,
) => [pos, type, voucherDate, docType, docNumber, new Decimal(total).toFixed(2), currency].join(" ");
