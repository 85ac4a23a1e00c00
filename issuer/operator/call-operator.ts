import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { IssuerDeps } from "../issuing/deps.js";

/** What an operator runs first about an issuance that waits for a decision. */
export const showCommand = (issuanceId: number, companyCode: string): string =>
  `npm run admin -- issuance show ${issuanceId} --company ${companyCode}`;

/** Tells whoever reads the log that a person must decide, and how to begin. */
export function callOperator(
  { log }: Pick<IssuerDeps, "log">,
  { requestId, id, number }: Submission,
  companyCode: string,
  why: string,
): void {
  const command = showCommand(id, companyCode);
  log.error({ requestId, issuanceId: id, number, command }, `an operator must decide: ${why}`);
}
