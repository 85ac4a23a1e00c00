import type { Amounts } from "../amounts.js";
import type { IssuanceRequest } from "../issuance-request.js";

/** A refusal of the tax authority that can be foreseen: its code, and the field to mend. */
export interface Problem {
  field: string;
  code: number;
  message: string;
}

/** What a prediction looks at. Dates are fiscal, `YYYYMMDD`. */
export interface Subject {
  body: IssuanceRequest;
  amounts: Amounts;
  issuer: { cuit: string; taxType: number };
  /** The day in Argentina. */
  today: string;
  /** The date of the sequence's last voucher; null when it has none that we know. */
  lastDate: string | null;
}

export type Prediction = (subject: Subject) => Problem[];

/** The problem, when the condition that it names is met. */
export const when = (condition: boolean, field: string, code: number, message: string): Problem[] =>
  condition ? [{ field, code, message }] : [];
