import type { CaeaProblem } from "../../shared/db/contingency/problem.js";
import { beginningOf } from "../../shared/domain/clean-text.js";
import type { TicketUnavailability } from "../authority/wsaa/unavailable.js";
import type { CaeaRefusal } from "../authority/wsfe/caea-refusal.js";
import { describeMessages } from "../authority/wsfe/wsfe-reply.js";

const maxReasons = 20;
const longest = 1_000;

/** Record of a refusal, of an answer that never came, or of a login that was refused. */
export function toCaeaProblem(outcome: CaeaRefusal | TicketUnavailability): CaeaProblem {
  if (outcome.outcome === "unavailable") {
    const code = outcome.permanent ? "TAXAUTH_ERROR" : "TAXAUTH_CONNECTION_ERROR";
    return { code, detail: beginningOf(outcome.cause, longest), reasons: [] };
  }
  const reasons = outcome.reasons
    .slice(0, maxReasons)
    .map(({ code, msg }) => ({ code, msg: beginningOf(msg, longest) }));
  return { code: "TAXAUTH_ERROR", detail: describeMessages(reasons), reasons };
}
