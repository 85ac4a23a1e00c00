import type { AuthorityProblem } from "../../shared/domain/authority-problem.js";
import { issuanceService } from "./services.js";
import type { Unavailable } from "./wsaa/tickets.js";

/** Why a service could not be asked, in the words of all processes. */
export function toProblem({ kind, service, cause }: Pick<Unavailable, "kind" | "service" | "cause">): AuthorityProblem {
  const isExpired = kind === "certificate" && cause.includes("cms.cert.expired");
  return { kind: isExpired ? "expiredCertificate" : kind, services: [service], detail: cause };
}

/** A problem of the issuance service. */
export const issuanceProblem = (kind: "down" | "notDelegated" | "numbering", detail: string): AuthorityProblem => ({
  kind,
  services: [issuanceService],
  detail,
});
