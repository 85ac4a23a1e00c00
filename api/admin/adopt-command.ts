import { adminCommand } from "../../shared/config/config.js";
import type { ProposedClaim } from "../operations/reconcile/propose-claims.js";

/** The command that gives an issuance the voucher under another number. */
export const adoptCommand = (
  company: string,
  { issuanceId, number, numberPos }: Pick<ProposedClaim, "issuanceId" | "number" | "numberPos">,
): string =>
  `${adminCommand("issuance resolve")} ${issuanceId} --company ${company} --adopt --number ${number}${numberPos === null ? "" : ` --number-pos ${numberPos}`} --because "WHY"`;
