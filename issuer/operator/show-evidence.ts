import type { AuthorityEvidence, Choice, Decision } from "../../shared/db/questions/authority-question.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { type OperatorDeps, whyNotYet } from "./decide.js";
import { describeReason, type NotDecided, notDecided } from "./decided.js";
import { choicesOf, nothing } from "./operator-choices.js";
import { lookAt } from "./operator-look.js";
import { lookAtPassed, nothingPassed, type PassedReads } from "./passed-numbers.js";

/** Shows what the authority has under an issuance's number, field by field, and what each decision would do. Changes nothing. */
export async function showEvidence(
  deps: OperatorDeps,
  key: SequenceKey,
  issuanceId: number,
): Promise<{ outcome: "evidence"; evidence: AuthorityEvidence } | NotDecided> {
  const submissions = await deps.store.listSubmissions(key);
  const [first] = submissions;
  const submission = submissions.find(({ id }) => id === issuanceId);
  if (!first || !submission) return notDecided("There is nothing to decide: its outcome is known.");
  const access = await deps.authority.open(key);
  if (access.outcome !== "open")
    return notDecided(`The tax authority cannot be asked: ${describeReason(access.reason)}.`);
  const { session } = access;
  const reads: PassedReads = {
    authority: session,
    listSubmissions: async () => submissions,
    countExplained: (after, until) => deps.store.countExplained({ key, lastNumber: after }, until),
  };
  const seen = await lookAt(session, submission);
  const { voucher: kept } = await deps.claims.findStanding(key, submission.number);
  const passed = (await deps.claims.isUnverified(key))
    ? await lookAtPassed(reads, submission.number, seen)
    : nothingPassed;
  const { found } = seen;
  const notYet = whyNotYet(first, issuanceId);
  const sent = session.contentOf(submission);
  const names = [...new Set([...Object.keys(sent), ...Object.keys(found?.content ?? {})])];
  return {
    outcome: "evidence",
    evidence: {
      number: submission.number,
      lookUp: seen.consulted.outcome === "unknown" ? "unanswered" : seen.consulted.outcome,
      cae: found?.cae ?? null,
      processedAt: found?.processedAtMs ? new Date(found.processedAtMs).toISOString() : null,
      lastNumber: seen.last.outcome === "known" ? seen.last.number : null,
      fields: names.map((field) => ({ field, sent: sent[field] ?? null, found: found?.content[field] ?? null })),
      differing: seen.differences.map(({ field }) => field),
      choices: notYet ? nothing(notYet.why) : withoutPassing(choicesOf(submission, seen, { kept }), passed.why),
    },
  };
}

/** @param why the numbers up to the authority's last cannot be left to others yet */
function withoutPassing(choices: Record<Decision, Choice>, why: string | undefined): Record<Decision, Choice> {
  const leave = (choice: Choice): Choice =>
    choice.allowed && why !== undefined ? { allowed: false, effect: why } : choice;
  return { adopt: choices.adopt, renumber: leave(choices.renumber), reject: leave(choices.reject) };
}
