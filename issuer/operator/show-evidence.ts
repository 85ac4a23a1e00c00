import type { AuthorityEvidence } from "../../shared/db/questions/authority-question.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { OperatorDeps } from "./decide.js";
import { type Decided, describe } from "./decided.js";
import { choicesOf } from "./operator-choices.js";
import { lookAt } from "./operator-look.js";

/** Shows what the authority has under an issuance's number, field by field, and what each decision would do. Changes nothing. */
export async function showEvidence(
  deps: OperatorDeps,
  key: SequenceKey,
  issuanceId: number,
): Promise<{ outcome: "evidence"; evidence: AuthorityEvidence } | Extract<Decided, { outcome: "notDecided" }>> {
  const submission = (await deps.store.listSubmissions(key)).find(({ id }) => id === issuanceId);
  if (!submission) return { outcome: "notDecided", why: "There is nothing to decide: its outcome is known." };
  const access = await deps.authority.open(key);
  if (access.outcome !== "open")
    return { outcome: "notDecided", why: `The tax authority cannot be asked: ${describe(access.reason)}.` };
  const { session } = access;
  const seen = await lookAt(session, submission);
  const { voucher: kept } = await deps.claims.findStanding(key, submission.number);
  const voucher = seen.consulted.outcome === "found" ? seen.consulted.voucher : undefined;
  const sent = session.contentOf(submission);
  const names = [...new Set([...Object.keys(sent), ...Object.keys(voucher?.content ?? {})])];
  return {
    outcome: "evidence",
    evidence: {
      number: submission.number,
      lookUp: seen.consulted.outcome === "unknown" ? "unanswered" : seen.consulted.outcome,
      cae: voucher?.cae ?? null,
      processedAt: voucher?.processedAtMs ? new Date(voucher.processedAtMs).toISOString() : null,
      lastNumber: seen.last.outcome === "known" ? seen.last.number : null,
      fields: names.map((field) => ({ field, sent: sent[field] ?? null, found: voucher?.content[field] ?? null })),
      differing: seen.differences.map(({ field }) => field),
      choices: choicesOf(submission, seen, { kept }),
    },
  };
}
