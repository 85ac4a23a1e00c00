import type { AuthorityProblem } from "../../shared/domain/authority-problem.js";
import { issuanceService } from "./services.js";
import type { TicketUnavailability } from "./wsaa/unavailable.js";

/** Why a service could not be asked, in the words of all processes. */
export function toProblem({
  kind,
  service,
  cause,
  delegation,
}: Pick<TicketUnavailability, "kind" | "service" | "cause" | "delegation">): AuthorityProblem {
  const isExpired = kind === "certificate" && cause.includes("cms.cert.expired");
  return {
    kind: isExpired ? "expiredCertificate" : kind,
    services: [service],
    detail: cause,
    ...(delegation && { delegation }),
  };
}

/** A problem of the issuance service. */
export const issuanceProblem = (kind: "down" | "numbering", detail: string): AuthorityProblem => ({
  kind,
  services: [issuanceService],
  detail,
});
