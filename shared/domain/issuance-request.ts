import type { FceTerms } from "./fce.js";
import type { FurtherData } from "./further-data.js";
import type { Perceptions } from "./perceptions.js";
import type { PrintedTexts } from "./printed-texts.js";

/** The body of POST invoices, validated and with its defaults. Source: api/README.md, "Issuance request body". */
export interface IssuanceRequest extends FurtherData, PrintedTexts, AskedPerceptions {
  idempotency: string;
  posNumber: number;
  voucherType: number;
  concept: 1 | 2 | 3;
  voucherDate: string;
  customer: Customer;
  items: Item[];
  serviceFrom: string | null;
  serviceTo: string | null;
  serviceExpiration: string | null;
  associatedVouchers: AssociatedVoucher[];
  associatedPeriod: Period | null;
  /** Only in credit invoices (FCE MiPyME) and their notes. */
  fce: FceTerms | null;
  currency: { id: string; quotation: number };
  priceIncludesVat: boolean;
  tributes: Tribute[];
  emails: EmailRecipient[];
  settings: { quantityPrecision: Precision; pricePrecision: Precision };
  legend: string | null;
  comments: string | null;
  externalReference: string | null;
  additionalData: Record<string, unknown> | null;
  cancelsInSameForeignCurrency: "S" | "N" | null;
  receiverTaxConditionId: number | null;
  /** Six digits, for the accountant's files alone: neither declared nor printed. */
  activityCode: string | null;
  /** `never`: it is not issued under CAEA, but waits for the authority or fails. */
  contingency: "never" | null;
  /** Content that the key was recorded with before the database lost commits, in which it may have been sent; no body has it. Missing where none is. */
  sentBefore?: unknown[] | undefined;
}

/** Perceptions that the service is to add. Each is missing where nobody asked, so that the hash of such a body stays what it was. */
interface AskedPerceptions {
  /** `sircip`: those of the padrón. `original`: those of the voucher that a credit note modifies, again. */
  perceptions?: "sircip" | "original" | undefined;
  /** Province of delivery. */
  deliveryStateId?: number | undefined;
  /** Perceptions that were computed when the content was recorded; no body has them. Their tributes are among `tributes`. */
  computedPerceptions?: Perceptions | undefined;
}

/** How many decimals are printed. */
type Precision = 2 | 4 | 6;

export interface Customer {
  docType: number;
  docNumber: string;
  name: string;
  taxType: number;
  address: string | null;
  stateId: number | null;
}

export interface Item {
  description: string;
  quantity: number;
  price: number;
  /** VAT rate code of the line; null only in C vouchers, which ignore it. */
  taxType: number | null;
  code: string | null;
  unitType: number;
  discount: number;
  discountType: "percentage" | "amount";
}

export interface AssociatedVoucher {
  voucherType: number;
  posNumber: number;
  voucherNumber: number;
  cuit: string | null;
  /** Date (voucherDate), where it is known. */
  date?: string | null;
}

/** The days from `from` to `to`, `YYYYMMDD`. A note modifies what was sold in them. */
export interface Period {
  from: string;
  to: string;
}

export interface Tribute {
  type: number;
  baseAmount: number;
  aliquot: number;
  subtotal: number;
  description: string | null;
}

export interface EmailRecipient {
  email: string;
  name: string | null;
  comments: string | null;
  pdfVersions: PdfVersion[];
}

/** 1 original, 2 duplicate, 3 triplicate. */
export type PdfVersion = 1 | 2 | 3;
