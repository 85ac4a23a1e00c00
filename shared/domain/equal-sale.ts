import type { Amounts } from "./amounts.js";
import { daysBefore, isOfDaysBefore } from "./days-before.js";
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
export interface VoucherIdentity extends Pick<Declaration, "voucherDate" | "docType" | "docNumber" | "currency"> {
  posNumber: number;
  voucherType: number;
  totalAmount: string;
}

/** Whether the voucher equals what the sale may have declared, in numbering, receiver, date, total and currency. */
export const isEqualTo = (sale: UnissuedSale, voucher: VoucherIdentity): boolean =>
  namesOf(sale).includes(nameOfVoucher(voucher));

/** A voucher without a key, wherever in the company it is. `mayBeForgotten`: the database may have forgotten the attempt that made it. */
export type KeylessSale = VoucherIdentity & { mayBeForgotten: boolean; tributesAmount: string };

/** All that a key was sent with, or may have been: what its sale declares today, and what was declared under numbers that were freed. */
export interface SentSale extends Pick<UnissuedSale, "voucherType" | "body" | "amounts" | "declared"> {
  earlier: Declaration[];
}

/**
 * Whether the voucher may be of any attempt of the key: the key may have been sent for another point of sale, or for another letter. A note is
 * never an invoice's. Of a forgotten attempt the voucher may be of the days before.
 */
export const isEqualAnywhere = (sale: SentSale, voucher: KeylessSale): boolean =>
  isSameKind(sale, voucher) &&
  [...declarationsOf(sale), ...sale.earlier].some(
    (declared) => nameAt(voucher, asForgotten(sale, declared, voucher)) === nameOfVoucher(voucher),
  );

/** Whether it equals what the sale declares today, so that it can become its voucher. */
export const isEqualToday = (
  sale: Pick<SentSale, "body" | "amounts" | "declared">,
  voucher: VoucherIdentity,
): boolean => declarationsOf(sale).some((declared) => nameAt(voucher, declared) === nameOfVoucher(voucher));

const isSameKind = ({ voucherType }: Pick<SentSale, "voucherType">, voucher: VoucherIdentity): boolean => {
  const kind = findVoucherType(voucherType)?.kind;
  return kind !== undefined && findVoucherType(voucher.voucherType)?.kind === kind;
};

/**
 * Declaration as a forgotten attempt of it may have been, which made this voucher: of some days before, and with other perceptions, which are computed
 * anew at each attempt.
 */
export function asForgotten(
  { body }: Pick<SentSale, "body">,
  declared: Declaration,
  {
    voucherDate,
    tributesAmount,
    mayBeForgotten,
  }: Pick<KeylessSale, "voucherDate" | "tributesAmount" | "mayBeForgotten">,
): Declaration {
  if (!mayBeForgotten) return declared;
  const dated = isOfDaysBefore(voucherDate, declared.voucherDate) ? { ...declared, voucherDate } : declared;
  return body.perceptions === undefined ? dated : withTributes(dated, tributesAmount);
}

/** Declaration with tributes of another sum. */
function withTributes(declared: Declaration, tributes: string): Declaration {
  const [before, after] = [new Decimal(declared.tributesTotal), new Decimal(tributes)];
  if (before.equals(after)) return declared;
  const total = after.minus(before).plus(declared.total).toFixed(2);
  return { ...declared, tributesTotal: after.toFixed(2), total };
}

/** Whether a forgotten attempt of the sale may have made the voucher, in the sale's own numbering. */
export const isOfForgotten = (
  sale: Pick<UnissuedSale, "body" | "amounts" | "declared">,
  voucher: VoucherIdentity & Pick<KeylessSale, "tributesAmount">,
): boolean =>
  declarationsOf(sale).some(
    (declared) =>
      nameAt(voucher, asForgotten(sale, declared, { ...voucher, mayBeForgotten: true })) === nameOfVoucher(voucher),
  );

/** Name of a voucher and of all that equal it. */
export const nameOfVoucher = (voucher: VoucherIdentity): string =>
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

/** The dates that its voucher may have, those of forgotten attempts among them. */
export const datesOf = (sale: Omit<SentSale, "voucherType">): string[] => {
  const dates = [...declarationsOf(sale), ...sale.earlier].map(({ voucherDate }) => voucherDate);
  return [...new Set(dates.flatMap(daysBefore))];
};

const declarationsOf = ({
  body,
  amounts,
  declared,
}: Pick<UnissuedSale, "body" | "amounts" | "declared">): Declaration[] =>
  declaredCandidates(body, { amounts, declared: declared ?? toDeclaration(body, amounts) }).map(
    (candidate) => candidate.declared,
  );

const nameAt = ({ posNumber, voucherType }: VoucherIdentity, declared: Declaration): string =>
  nameOf(posNumber, voucherType, declared);

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
