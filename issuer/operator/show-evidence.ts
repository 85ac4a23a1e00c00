import type { AuthorityEvidence, Choice, Decision } from "../../shared/db/questions/authority-question.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { isClosed } from "./closed-authority.js";
import { type OperatorDeps, whyNotYet } from "./decide.js";
import { describeReason, type NotDecided, notDecided } from "./decided.js";
import { explainObjections, findObjections } from "./despite.js";
import { findLikeness, tellLikeness } from "./looks-like.js";
import { choicesOf, lookYourself, nothing } from "./operator-choices.js";
import { lookAt } from "./operator-look.js";
import { lookAtPassed, type PassedReads } from "./passed-numbers.js";

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
    return notDecided(
      `The tax authority cannot be asked: ${describeReason(access.reason)}.${isClosed(access) ? ` ${lookYourself}` : ""}`,
    );
  const { session } = access;
  const { claims } = deps;
  const reads: PassedReads = {
    authority: session,
    claims,
    taken: { key, unverified: await claims.isUnverified(key) },
    listSubmissions: async () => submissions,
    countExplained: (after, until) => deps.store.countExplained({ key, lastNumber: after }, until),
  };
  const seen = await lookAt(session, submission);
  const { voucher: kept } = await claims.findStanding(key, submission.number);
  const objections = await findObjections({ claims, authority: session, key }, submission, seen, []);
  const passed = await lookAtPassed(reads, submission.number, seen);
  const told = tellLikeness((await findLikeness({ authority: session, claims, key }, passed, submission.id)).passed);
  const why = explainObjections(objections, key, false) ?? passed.why;
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
      choices: notYet ? nothing(notYet.why) : leavingNone(choicesOf(submission, seen, { key, kept }), why, told),
    },
  };
}

/**
 * @param why its number cannot be left to others yet, or the sale not asked for again
 * @param told what the vouchers look like that are imported with it
 */
function leavingNone(
  choices: Record<Decision, Choice>,
  why: string | undefined,
  told: string,
): Record<Decision, Choice> {
  const leave = ({ allowed, effect }: Choice): Choice =>
    allowed && why !== undefined
      ? { allowed: false, effect: why }
      : { allowed, effect: allowed ? effect + told : effect };
  return { adopt: choices.adopt, renumber: leave(choices.renumber), reject: leave(choices.reject) };
}
