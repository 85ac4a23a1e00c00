import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";
import type { AuthoritySession } from "../issuing/deps.js";

/** Whether waiting does not help: the authority lets the company in no more. */
export const isForGood = (reason: NoVoucher): boolean =>
  reason.code === "TAXAUTH_CONNECTION_ERROR" && reason.problem.kind !== "down";

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
