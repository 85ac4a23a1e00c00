import type { AuthorityProblem } from "../../shared/db/questions/authority-question.js";
import type { Unavailable } from "./wsaa/tickets.js";

/** Why a service could not be asked, in the queue's format. */
export function toProblem({ kind, service, cause }: Unavailable): AuthorityProblem {
  const isExpired = kind === "certificate" && cause.startsWith("cms.cert.expired");
  return { kind: isExpired ? "expiredCertificate" : kind, services: [service], detail: cause };
}
