import type { AuthorityMessage } from "./cae-outcome.js";
import type { Activity, Buyer } from "./further-data.js";
import type { AssociatedVoucher, Period } from "./issuance-request.js";
import type { Optional } from "./optionals/optionals.js";

/** Declaration of a voucher to the tax authority, and its authorization. Amounts are plain decimals: "121", "10.5". */
export interface DeclaredVoucher {
  /** `YYYYMMDD`, as all fiscal dates. */
  voucherDate: string;
  /** The kind of the code in `cae`. */
  authorization: "CAE" | "CAEA";
  cae: string;
  caeExpirationDate: string;
  concept: number;
  docType: number;
  docNumber: string;
  totalAmount: string;
  netAmount: string;
  vatAmount: string;
  exemptAmount: string;
  notTaxableAmount: string;
  tributesAmount: string;
  serviceFrom: string | null;
  serviceTo: string | null;
  serviceExpiration: string | null;
  currency: string;
  currencyQuotation: string;
  /** This and the next field are null when unknown: old vouchers do not have them. */
  cancelsInSameForeignCurrency: "S" | "N" | null;
  receiverTaxConditionId: number | null;
  vat: { taxType: number; base: string; amount: string }[];
  tributes: { type: number; baseAmount: string; aliquot: string; subtotal: string; description: string | null }[];
  associatedVouchers: AssociatedVoucher[];
  associatedPeriod: Period | null;
  /** Null when unknown, as the next two. */
  optionals: Optional[] | null;
  activities: Activity[] | null;
  buyers: Buyer[] | null;
  /** Fields that vouchers of this service never declare, by the authority's names. Null when unknown. */
  others: string[] | null;
}

/** A voucher on record at the tax authority, ours or foreign. */
export interface RecordedVoucher extends DeclaredVoucher {
  voucherNumber: number;
  /** When the authority granted it, ISO 8601. */
  processedAt: string;
  observations: AuthorityMessage[];
}
