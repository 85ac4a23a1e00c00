import type { Amounts } from "./amounts.js";
import type { AuthorityMessage } from "./cae-outcome.js";
import type { IssuanceRequest } from "./issuance-request.js";
import type { KeptPayload } from "./kept-payload.js";

/** All that the print and the mail of an issued voucher need. Fiscal dates are `YYYYMMDD`. */
export interface PrintableVoucher {
  id: number;
  companyId: number;
  production: boolean;
  posNumber: number;
  voucherType: number;
  voucherNumber: number;
  voucherDate: string;
  cae: string;
  caeExpirationDate: string;
  body: PrintedBody;
  /** What was declared; the print shows these and never computes sums of its own. */
  amounts: Amounts;
  observations: AuthorityMessage[] | null;
  issuer: PrintedIssuer;
  pointOfSale: PrintedPointOfSale;
  hasPdf: boolean;
  requestId: string;
}

/** The body of the issuance, but for what the voucher says itself. */
export type PrintedBody = Pick<IssuanceRequest, keyof KeptPayload | "currency">;

export interface PrintedIssuer {
  cuit: string;
  name: string;
  taxType: number;
  address: string | null;
  grossIncome: string | null;
  /** `YYYY-MM-DD`. */
  activityStart: string | null;
}

export interface PrintedPointOfSale {
  name: string | null;
  address: string | null;
  logoKey: string | null;
  /** Which keys of `additionalData` exist, under which label, and whether the print shows them. */
  additionalDataKeys: { key: string; label: string; printed: boolean }[];
}
