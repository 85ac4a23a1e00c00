import type {
  AuthorityEvidence,
  Decision,
  OperatorChoice,
} from "../../shared/db/issuer-requests/authority-question.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { isClosed } from "./closed-authority.js";
import { type OperatorDeps, toSent, whyNotYet } from "./decide.js";
import { describeReason, type NoDecision, notDecided } from "./decision-result.js";
import { explainObjections, findObjections } from "./despite.js";
import { readSentContents } from "./earlier-contents.js";
import { findLikeness, tellLikeness } from "./looks-like.js";
import { choicesOf, lookYourself, nothing } from "./operator-choices.js";
import { lookAt } from "./operator-look.js";
import { explainOwners } from "./other-owners.js";
import { lookAtPassed, type PassedReads } from "./passed-numbers.js";

/** Shows what the authority has under an issuance's number, field by field, and what each decision would do. Changes nothing. */
export async function showEvidence(
  deps: OperatorDeps,
  key: SequenceKey,
  issuanceId: number,
): Promise<{ outcome: "evidence"; evidence: AuthorityEvidence } | NoDecision> {
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
    countKnown: (after, until) => deps.store.countKnown({ key, lastNumber: after }, until),
  };
  const { voucher: kept } = await claims.findNumberState(key, submission.number);
  const mayBeSent = await readSentContents(claims, reads.taken, toSent(submission));
  const seen = await lookAt(session, submission, mayBeSent, kept);
  const objections = await findObjections({ claims, authority: session, key }, submission, mayBeSent, seen, []);
  const passed = await lookAtPassed(reads, submission.number, seen);
  const told = tellLikeness((await findLikeness({ authority: session, claims, key }, passed, submission.id)).passed);
  const leave = (choice: OperatorChoice): OperatorChoice => {
    const why = explainObjections(objections, key, { unseen: false, choice }) ?? passed.why;
    return why === undefined ? { ...choice, effect: choice.effect + told } : { allowed: false, effect: why };
  };
  const { found } = seen;
  const { unverified } = reads.taken;
  const ofOther = found && (await explainOwners({ claims, key, issuanceId, found, kept, unverified }, [])).why;
  const judge = ({ adopt, renumber, reject }: Record<Decision, OperatorChoice>) => {
    return {
      adopt: ofOther && adopt.allowed ? { allowed: false, effect: ofOther } : adopt,
      renumber: leave(renumber),
      reject: leave(reject),
    };
  };
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
      choices: notYet ? nothing(notYet.why) : judge(choicesOf(submission, seen, { key, kept })),
    },
  };
}
