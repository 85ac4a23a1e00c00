import type { Amounts } from "./amounts.js";
import { type Declaration, toDeclaration } from "./declaration.js";
import { declaredCandidates } from "./declared-candidates.js";
import type { IssuanceRequest } from "./issuance-request.js";
import { Decimal } from "./money.js";

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

/** What identifies a voucher without a key. */
export interface ShownVoucher extends Pick<Declaration, "voucherDate" | "docType" | "docNumber" | "currency"> {
  posNumber: number;
  voucherType: number;
  totalAmount: string;
}

/** Whether the voucher equals what the sale may have declared, in numbering, receiver, date, total and currency. */
export const isEqualTo = (sale: UnissuedSale, voucher: ShownVoucher): boolean =>
  namesOf(sale).includes(nameOfVoucher(voucher));

/** The same for each voucher that equals it. */
export const nameOfVoucher = (voucher: ShownVoucher): string =>
  nameOf(voucher.posNumber, voucher.voucherType, {
    ...voucher,
    total: voucher.totalAmount,
    docNumber: voucher.docNumber.trim(),
  });

/** The names of the vouchers that may be the sale's. */
export function namesOf({ posNumber, voucherType, substitute, body, amounts, declared }: UnissuedSale): string[] {
  const known = { amounts, declared: declared ?? toDeclaration(body, amounts) };
  return declaredCandidates(body, known).flatMap((candidate) =>
    [posNumber, ...(substitute === null ? [] : [substitute])].map((pos) =>
      nameOf(pos, voucherType, candidate.declared),
    ),
  );
}

/** The dates that its voucher may have. */
export const datesOf = ({ body, amounts, declared }: UnissuedSale): string[] =>
  declaredCandidates(body, { amounts, declared: declared ?? toDeclaration(body, amounts) }).map(
    (candidate) => candidate.declared.voucherDate,
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
