import type { Amounts } from "./amounts.js";
import type { AuthorityMessage } from "./cae-outcome.js";
import type { RuleMoves } from "./dated-rules.js";
import type { IssuanceRequest } from "./issuance-request.js";
import type { Legend } from "./legends.js";
import type { PdfLayout } from "./pdf-form.js";
import type { StoredPayload } from "./stored-payload.js";

/** All the data for the PDF and the mail of an issued voucher. Fiscal dates are `YYYYMMDD`. */
export interface PrintableVoucher {
  id: number;
  companyId: number;
  production: boolean;
  posNumber: number;
  voucherType: number;
  voucherNumber: number;
  voucherDate: string;
  /** By which kind of code it is authorized. The code stands in `cae` either way. */
  authorization: "CAE" | "CAEA";
  cae: string;
  caeExpirationDate: string;
  body: PrintedBody;
  /** The declared amounts. The PDF prints these and never computes its own sums. */
  amounts: Amounts;
  observations: AuthorityMessage[] | null;
  issuer: PrintedIssuer;
  /** The dated rules whose day an operator moved. */
  ruleMoves: RuleMoves;
  pointOfSale: PrintedPointOfSale;
  hasPdf: boolean;
  requestId: string;
}

/** The body of the issuance, without the fields that the voucher has. */
export type PrintedBody = Pick<IssuanceRequest, Exclude<keyof StoredPayload, "perceptions"> | "currency">;

export interface PrintedIssuer {
  cuit: string;
  name: string;
  taxType: number;
  address: string | null;
  grossIncome: string | null;
  /** `YYYY-MM-DD`. */
  activityStart: string | null;
  /** Whether its vouchers of letter A say `PAGO EN CBU INFORMADA`. */
  cbuLegend: boolean;
  /** Where consumers complain, at the foot of its vouchers. */
  consumerComplaints: string | null;
  /** `#RRGGBB`. Null: its vouchers are black and white. */
  accentColor: string | null;
  footerText: string | null;
  /** Legends on its vouchers, beside those of every one. */
  legends: Legend[];
}

export interface PrintedPointOfSale {
  printedName: string | null;
  address: string | null;
  logoKey: string | null;
  /** Paper that is printed for the customer. */
  layout: PdfLayout;
  legends: Legend[];
  /** The keys of `additionalData`, with their labels, and whether the PDF shows them. */
  additionalDataKeys: { key: string; label: string; printed: boolean }[];
}
