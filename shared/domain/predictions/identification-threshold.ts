import { isInForce, type RuleMoves } from "../dated-rules.js";

/**
 * The total, in pesos, from which the receiver must be identified. Source: issuer/authority/README.md, section 4.6.
 * @param date the voucher's date, `YYYYMMDD`
 */
export const identificationThreshold = (date: string, moves?: RuleMoves): string =>
  isInForce("identification-10000000", date, moves) ? "10000000" : "417288";
