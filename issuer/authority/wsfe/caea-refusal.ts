import type { AuthorityMessage } from "../../../shared/domain/cae-outcome.js";
import { issuanceService } from "../services.js";
import { isDown } from "../wsaa/ask-with-ticket.js";
import type { TicketUnavailability } from "../wsaa/unavailable.js";
import { internalFailureCodes } from "./authority-codes.js";
import { describeMessages } from "./wsfe-reply.js";

/** The authority does not do it, for these reasons. */
export interface CaeaRefusal {
  outcome: "refused";
  reasons: AuthorityMessage[];
}

/** Reads errors that no caller knows better: a refusal, unless the authority failed internally and may have done it. */
export const refusalOf = (reasons: AuthorityMessage[]): CaeaRefusal | TicketUnavailability =>
  reasons.some(({ code }) => internalFailureCodes.has(code))
    ? isDown(issuanceService, describeMessages(reasons))
    : { outcome: "refused", reasons };
