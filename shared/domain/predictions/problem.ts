import type { Amounts } from "../amounts.js";
import type { IssuanceRequest } from "../issuance-request.js";

/** A predicted refusal of the tax authority: its code, and the field to correct. */
export interface Problem {
  field: string;
  code: number;
  message: string;
}

/** The input of a prediction. Dates are fiscal, `YYYYMMDD`. */
export interface Subject {
  body: IssuanceRequest;
  amounts: Amounts;
  issuer: { cuit: string; taxType: number };
  /** Today in Argentina. */
  today: string;
  /** The date of the sequence's last voucher. Null when we know of none. */
  lastDate: string | null;
}

export type Prediction = (subject: Subject) => Problem[];

/** The problem if `condition` holds, otherwise none. */
export const when = (condition: boolean, field: string, code: number, message: string): Problem[] =>
  condition ? [{ field, code, message }] : [];
