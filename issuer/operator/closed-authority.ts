import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";
import type { AccessDenial, AuthoritySession } from "../issuing/deps.js";

/**
 * Whether nobody can ask, though the authority is there: it lets the company in no more, or gives no ticket now. An outage is none of it: whoever
 * looked at the authority's pages before it may not have seen what was granted last.
 */
export const isClosed = ({ reason, isWithheld }: Pick<AccessDenial, "reason" | "isWithheld">): boolean =>
  isWithheld === true ||
  hasNoCertificate(reason) ||
  (reason.code === "TAXAUTH_CONNECTION_ERROR" && reason.problem.kind !== "down");

const hasNoCertificate = (reason: NoVoucher) =>
  reason.code === "VALIDATION_ERROR" && reason.obstacle.why === "noCertificate";

/** The authority for a company that it does not let in: it answers nothing, and nothing is sent. */
export function closedTo(cause: string): AuthoritySession {
  return {
    requestCae: async (submissions) => submissions.map(() => ({ outcome: "notSent", cause })),
    consult: async () => ({ outcome: "unknown", cause }),
    lastNumber: async () => ({ outcome: "unknown", cause, permanent: true, reasons: [] }),
    contentOf: () => ({}),
    compare: () => [],
    isListed: () => false,
    renewTicket: async () => ({ kind: "notDelegated", services: [], detail: cause }),
    explainRefusal: () => ({ kind: "notDelegated", services: [], detail: cause }),
  };
}
