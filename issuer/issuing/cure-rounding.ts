import type { Submission } from "../../shared/db/issuing/submissions.js";
import { cureAmounts } from "../../shared/domain/amounts.js";
import type { AuthorityMessage } from "../../shared/domain/cae-outcome.js";
import { remarkCodes } from "../authority/wsfe/authority-codes.js";
import type { FencedSequence } from "./fenced-sequence.js";
import { type StepResult, superseded } from "./results.js";
import { settleRefused, toRefusal } from "./settle.js";

/** "The amounts in AlicIva do not match the percentages." Source: issuer/authority/README.md, section 4.3. */
const vatToleranceCode = 10051;
/** "With ImpIVA 0 there may only be Id 3": said where rounding made nothing of the VAT, alone or beside the other. Same source. */
const noVatCode = 10018;

const isOfRounding = ({ code }: AuthorityMessage): boolean => code === vatToleranceCode || code === noVatCode;

/**
 * Handles a rejection of the content. If only the rounding of each line is wrong, writes the issuance ahead once more, under the
 * same number with the authority's split. The rejection was definitive, so nothing else can be granted under that number.
 * Source: issuer/README.md, section 7.
 */
export async function settleRejected(
  held: FencedSequence,
  submission: Submission,
  reasons: AuthorityMessage[],
): Promise<StepResult> {
  const split = isCurable(submission, reasons) ? cureAmounts(submission.body) : undefined;
  if (!split) return settleRefused(held, submission, toRefusal(reasons));
  const heldAtMs = held.clock.monotonicMs();
  const cured = await held.rewriteAmounts(submission, split);
  if (cured === superseded) return superseded;
  const { requestId, id, number } = submission;
  held.log.info(
    { requestId, issuanceId: id, number },
    "VAT beyond the tolerance; sent again with the authority's split",
  );
  return { unsent: { submissions: [cured], heldAtMs } };
}

/** Only once: amounts that are already split are refused for another reason. Remark codes beside the refusal do not count. */
const isCurable = ({ vatRounding, amounts }: Submission, reasons: AuthorityMessage[]): boolean =>
  vatRounding === "auto" &&
  amounts.rounding === "line" &&
  reasons.some(isOfRounding) &&
  reasons.every((reason) => isOfRounding(reason) || remarkCodes.has(reason.code));
