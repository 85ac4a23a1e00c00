import type { RuleMoves } from "../../dated-rules.js";
import type { Declaration } from "../../declaration.js";

/** Content that the authority will read of a voucher under CAEA, and what else decides whether it takes the report. */
export interface ReportSubject {
  voucherType: number;
  declared: Declaration;
  /** `activities`: those that it is known to have. Left out when nobody knows. */
  issuer: { cuit: string; taxType: number; activities?: readonly number[] | undefined };
  /** No voucher of the sequence may be dated before it. Null when none is known. */
  lastDate: string | null;
  /** The dated rules whose day an operator moved. Left out: none. */
  ruleMoves?: RuleMoves;
}

/** The codes with which the authority would refuse the report. */
export type ReportRefusals = (subject: ReportSubject) => number[];

/** The code if `condition` holds, otherwise none. */
export const refuse = (condition: boolean, code: number): number[] => (condition ? [code] : []);
