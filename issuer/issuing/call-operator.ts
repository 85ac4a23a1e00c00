import { adminCommand } from "../../shared/config/config.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { IssuerDeps } from "./deps.js";

/** The command that shows an issuance to an operator. */
export const showCommand = (issuanceId: number, companyCode: string): string =>
  adminCommand(`issuance show ${issuanceId} --company ${companyCode}`);

/** Logs that an operator must decide, with the command to begin with. */
export function callOperator(
  { log }: Pick<IssuerDeps, "log">,
  { requestId, id, number }: Submission,
  companyCode: string,
  why: string,
): void {
  const command = showCommand(id, companyCode);
  log.error({ requestId, issuanceId: id, number, command }, `an operator must decide: ${why}`);
}
