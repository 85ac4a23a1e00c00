import type { SequenceKey } from "./sequence.js";

/** A voucher of one company and environment, as people name it: `3-6-54` is number 54 of type 6 at point of sale 3. */
export type VoucherName = Pick<SequenceKey, "posNumber" | "voucherType"> & { number: number };

export const nameOfNumber = ({ posNumber, voucherType, number }: VoucherName): string =>
  `${posNumber}-${voucherType}-${number}`;

/** Undefined for what is no such name. */
export function readVoucherName(text: string): VoucherName | undefined {
  const [, posNumber, voucherType, number] =
    /^0*([1-9]\d{0,4})-0*([1-9]\d{0,2})-0*([1-9]\d{0,7})$/.exec(text.trim()) ?? [];
  return number === undefined
    ? undefined
    : { posNumber: Number(posNumber), voucherType: Number(voucherType), number: Number(number) };
}
