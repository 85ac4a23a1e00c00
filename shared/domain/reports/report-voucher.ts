import type { Declaration } from "../declaration.js";

type ReportedAmounts = Pick<
  Declaration,
  "total" | "net" | "vat" | "exempt" | "notTaxable" | "tributesTotal" | "vatRows"
>;

/**
 * A voucher as the accountant's files read it, of any type, issued here or imported. Amounts are decimal strings with two decimals
 * in the voucher's own currency, credit notes positive; the rows of VAT are in the order of the rate's code. Source: api/README.md, "Reports".
 */
export interface ReportVoucher extends ReportedAmounts, Pick<Declaration, "voucherDate" | "docType"> {
  voucherType: number;
  posNumber: number;
  voucherNumber: number;
  /** Digits as they were declared, or as the caller wrote them. */
  docNumber: string;
  /** The receiver's. Empty when it is not known. */
  name: string;
  /** The receiver's declared VAT condition; null when it is not known. */
  receiverCondition: number | null;
  /** The authority's code: `PES`, `DOL`, `060`. */
  currency: string;
  /** Pesos for one unit, as a plain decimal; "1" for pesos. */
  quotation: string;
  tributes: { type: number; subtotal: string }[];
  /** Six digits: the voucher's own, its point of sale's, or its company's. Null when none is known. */
  activity: string | null;
}
