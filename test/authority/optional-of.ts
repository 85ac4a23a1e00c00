import type { DeclaredVoucher } from "./declared-voucher.js";

/** The value of an optional field by its id; undefined when the voucher does not have it. */
export const optionalOf = ({ Opcionales }: DeclaredVoucher, id: string): string | undefined =>
  Opcionales?.find(({ Id }) => Id === id)?.Valor;

/** Whether a note of a credit invoice cancels what the buyer rejected. */
export const isAnnulment = (voucher: DeclaredVoucher): boolean => optionalOf(voucher, "22") === "S";
