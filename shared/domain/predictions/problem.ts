import type { Amounts } from "../amounts.js";
import type { RuleMoves } from "../dated-rules.js";
import type { IssuanceRequest } from "../issuance-request.js";
import type { LocalizedText } from "../localized-text.js";
import { type Refusal, type Slots, sayRefusal } from "../refusal.js";

/** A predicted refusal of the tax authority: its code, and the field to correct. */
export interface Problem {
  field: string;
  code: number;
  message: LocalizedText;
}

/** The input of a prediction. Dates are fiscal, `YYYYMMDD`. */
export interface PredictionSubject {
  body: IssuanceRequest;
  amounts: Amounts;
  issuer: { cuit: string; taxType: number };
  /** Today in Argentina. */
  today: string;
  /** The date of the sequence's last voucher. Null when we know of none. */
  lastDate: string | null;
  /** The dated rules whose day an operator moved. Left out when there is none. */
  ruleMoves?: RuleMoves;
}

export type Prediction = (subject: PredictionSubject) => Problem[];

interface Case {
  slots?: Slots;
  /** Replaces the refusal's own field: with the place in a list, or with the one of two fields that was sent. */
  field?: string;
}

/** The problem if `condition` holds, otherwise none. */
export const when = (condition: boolean, refusal: Refusal, { slots, field }: Case = {}): Problem[] =>
  condition ? [{ field: field ?? refusal.field ?? "", code: refusal.code, message: sayRefusal(refusal, slots) }] : [];
