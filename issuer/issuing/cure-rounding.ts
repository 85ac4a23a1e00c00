import type { TakenSequence } from "../../shared/db/issuing/sequences.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import { computeAmounts } from "../../shared/domain/amounts.js";
import type { AuthorityMessage } from "../../shared/domain/cae-outcome.js";
import { remarkCodes } from "../authority/wsfe/authority-codes.js";
import type { IssuerDeps } from "./deps.js";
import type { Step } from "./send.js";
import { settleRefused, toRefusal } from "./settle.js";

/** "The amounts in AlicIva do not match the percentages." Source: PROTOCOL.md, section 4.3. */
const vatToleranceCode = 10051;

/**
 * A rejection of the content. When rounding each line is all that is wrong, the same intent is written ahead once more
 * under the same number with the authority's split: the refusal was definitive, so nothing else can be granted under it.
 * Source: DESIGN.md, section 7.
 */
export async function settleRejected(
  deps: IssuerDeps,
  taken: TakenSequence,
  submission: Submission,
  reasons: AuthorityMessage[],
): Promise<Step> {
  if (!isCurable(submission, reasons)) return settleRefused(deps, taken, submission, toRefusal(reasons));
  const lookedAtMs = deps.clock.monotonicMs();
  const cured = await deps.store.rewriteAmounts(taken, submission, computeAmounts(submission.body, "authority"));
  if (!cured) return "lost";
  const { requestId, id, number } = submission;
  deps.log.info(
    { requestId, issuanceId: id, number },
    "VAT beyond the tolerance; sent again with the authority's split",
  );
  deps.count("vatCured");
  return { fresh: { submissions: [cured], lookedAtMs } };
}

/** Once only: amounts that were split already are refused for another reason. Remarks beside it refuse nothing. */
const isCurable = ({ vatRounding, amounts }: Submission, reasons: AuthorityMessage[]): boolean =>
  vatRounding === "auto" &&
  amounts.rounding === "line" &&
  reasons.some(({ code }) => code === vatToleranceCode) &&
  reasons.every(({ code }) => code === vatToleranceCode || remarkCodes.has(code));
