import type { AssociatedVoucher } from "../issuance-request.js";
import type { NamedVoucher } from "../voucher-words.js";

/** Voucher of ours that a note modifies, as far as the law compares the two. */
export interface NamedOriginal extends NamedVoucher {
  /** Fiscal, `YYYYMMDD`. */
  voucherDate: string;
  docType: number;
  docNumber: string;
  /** VAT condition of the receiver. Null where it was imported, and nobody told it. */
  condition: number | null;
}

/** Voucher that a note names. It has no `original` where it is not in our records. */
export interface AssociationOfNote {
  associated: AssociatedVoucher;
  original?: NamedOriginal | undefined;
}

/** "1-6-12", as programs name a voucher. */
export const shortName = ({ posNumber, voucherType, voucherNumber }: NamedVoucher): string =>
  `${posNumber}-${voucherType}-${voucherNumber}`;
