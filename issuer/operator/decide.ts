import type { AuditRecord } from "../../shared/db/company/audit-entries.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { AuthorityVoucher } from "../../shared/domain/cae-outcome.js";
import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { IssuanceStore, IssuerDeps } from "../issuing/deps.js";
import { fenceSequence, type SequenceSession } from "../issuing/fenced-sequence.js";
import { settleBatch } from "../issuing/issue-next-batch.js";
import { type SettleResult, superseded } from "../issuing/results.js";
import { settleApproved, settleRefused } from "../issuing/settle.js";
import type { AdoptionCommit, Claims } from "./claims.js";
import { type DecisionResult, type NoDecision, notDecided, takenByOther } from "./decision-result.js";
import { explainObjections, findObjections, type Objections } from "./despite.js";
import { readSentContents } from "./earlier-contents.js";
import { findHiddenOwners } from "./hidden-numbers.js";
import { findLikeness, tellLikeness } from "./looks-like.js";
import { choicesOf } from "./operator-choices.js";
import { lookAt } from "./operator-look.js";
import { explainOwners } from "./other-owners.js";
import { lookAtPassed, nothingPassed } from "./passed-numbers.js";
import { whileTaken } from "./while-taken.js";
import { type DecisionRequest, toRecord } from "./word-record.js";

export interface OperatorDeps extends IssuerDeps {
  /**
   * Commits, each with this audit log entry in the same transaction. `by` is the operator's name. `passed`: vouchers that nothing here
   * explains, and that are imported when their numbers are left to them.
   */
  audited(
    record: AuditRecord,
    by: string | undefined,
    passed?: AuthorityVoucher[],
  ): Pick<IssuanceStore, "approve" | "settleWithoutVoucher" | "renumber"> & AdoptionCommit;
  claims: Claims;
}

/**
 * Carries out an operator's decision about an issuance whose outcome is open. Takes the sequence, asks the authority again,
 * and refuses a decision that the authority contradicts. Source: api/admin/README.md, "When a person must decide".
 */
export const decide = (deps: OperatorDeps, key: SequenceKey, deciding: DecisionRequest): Promise<DecisionResult> =>
  whileTaken(deps, key, deciding.unseen === true, async (sequence) => {
    const submissions = await sequence.listSubmissions();
    const [first] = submissions;
    if (!first || !submissions.some(({ id }) => id === deciding.issuanceId))
      return notDecided("There is nothing to decide: its outcome is known.");
    return whyNotYet(first, deciding.issuanceId) ?? carryOut(deps, sequence, first, deciding);
  });

/** Why one of the open numbers of a sequence cannot be decided yet. @param first the lowest of them */
export function whyNotYet(first: Submission, issuanceId: number): NoDecision | undefined {
  if (first.id !== issuanceId)
    return notDecided(`Issuance ${first.id} has a lower number of the same sequence: decide that one first.`);
  return first.doubt === null ? notDecided("There is nothing to decide yet: it is being asked for.") : undefined;
}

/** Carries it out under a taking that the caller holds. @param submission the lowest open number */
export async function carryOut(
  deps: OperatorDeps,
  sequence: SequenceSession,
  submission: Submission,
  deciding: DecisionRequest,
): Promise<DecisionResult> {
  const { decision, unseen = false, bar = false, despite = [], by } = deciding;
  const { taken, authority } = sequence;
  const { key } = taken;
  const { claims } = deps;
  const { voucher: kept } = await claims.findNumberState(key, submission.number);
  const sent = await readSentContents(claims, taken, toSent(submission));
  const seen = await lookAt(authority, submission, sent, kept);
  const isLeaving = decision !== "adopt";
  const mayBeAsked = isLeaving && !bar;
  const objections = mayBeAsked
    ? await findObjections({ claims, authority, key }, submission, sent, seen, despite)
    : { ...noObjections, hiddenOwners: isLeaving ? await findHiddenOwners(claims, key, submission, seen) : [] };
  const isOthers = bar || objections.isOwnNamed;
  const choice = choicesOf(submission, seen, { key, unseen, kept, isOthers })[decision];
  const why = explainObjections(objections, key, { unseen, choice });
  if (why !== undefined) return notDecided(why);

  const { id, number, requestId } = submission;
  const { found, lastNumber } = seen;
  if (decision === "adopt" && found) {
    const { unverified } = taken;
    const ofOther = await explainOwners({ claims, key, issuanceId: id, found, kept, unverified }, despite);
    if (ofOther.why !== undefined) return notDecided(ofOther.why);
  }
  const passed = isLeaving ? await lookAtPassed({ ...sequence, claims }, number, seen) : nothingPassed;
  if (passed.why !== undefined && !unseen) return notDecided(passed.why);
  const likeness = await findLikeness({ authority, claims, key }, passed, id);

  const effect = choice.effect + tellLikeness(likeness.passed);
  const record = toRecord(key, submission, seen, deciding, effect);
  const audited = deps.audited(record, by, passed.vouchers);
  const auditedSequence = fenceSequence({ ...deps, store: { ...deps.store, ...audited } }, taken, authority);
  deps.log.warn(
    { requestId, issuanceId: id, number, ...record.after, effect: undefined, by },
    "an operator has decided",
  );
  const decided: DecisionResult = { outcome: "decided", passed: likeness.passed };

  if (decision === "adopt" && found) {
    const approval = { submission, ...found, authorityTimeMs: null, isAnswer: false };
    return toDecided(await settleApproved(auditedSequence, [approval]), decided);
  }
  const isNamed = found !== undefined && objections.isOwnNamed;
  // ▲ The word about each voucher that was seen ends the doubt of what the key was sent with under its number: else nothing would ever end it.
  const named = [...(isNamed ? [number] : []), ...objections.named];
  // ▲ A word about one sale tells nothing of those behind it, which went out in the same request: they may be granted still, or were in lost commits.
  const areLaterRemembered = found === undefined || taken.unverified || unseen;
  if (decision === "reject") {
    const isRemembered = !isNamed;
    const release = {
      ...{ isRemembered, areLaterRemembered: isRemembered || areLaterRemembered },
      ...{ named, lastNumber, isBarred: bar },
    };
    return toDecided(await settleRefused(auditedSequence, submission, rejectedByHand, release), decided);
  }

  const heldAtMs = deps.clock.monotonicMs();
  const renumbered = await auditedSequence.renumber(submission, {
    lastNumber,
    authorityTimeMs: seen.last.outcome === "known" ? seen.last.authorityTimeMs : null,
    // Of a key of ours, or of one that the database may have forgotten, it proves nobody else.
    isForeign: found !== undefined && !kept?.isTaken && !taken.unverified && !likeness.mayBeOurs,
    // Only "unseen" leaves a number alone under which nothing is shown.
    isRemembered: found === undefined && lastNumber >= number,
    areLaterRemembered,
    named,
  });
  if (renumbered === superseded) return notDecided(takenByOther);
  // A request under the old number may still be granted: look before sending.
  const mustLook = renumbered.number === number;
  await settleBatch(sequence, mustLook ? { leftover: renumbered } : { submissions: [renumbered], heldAtMs });
  return decided;
}

export const toSent = ({ id: issuanceId, body, amounts, declared }: Submission) => ({
  issuanceId,
  content: { body, amounts, declared },
});

const noObjections: Objections = {
  vouchers: [],
  hidden: [],
  hiddenOwners: [],
  notLooked: undefined,
  isOwnNamed: false,
  named: [],
  wrong: undefined,
};

const toDecided = (settled: SettleResult, decided: DecisionResult): DecisionResult =>
  settled === superseded ? notDecided(takenByOther) : decided;

const rejectedByHand: NoVoucher = {
  code: "TAXAUTH_ERROR",
  reasons: [{ code: 0, msg: "No voucher was authorized: an operator decided so after asking the tax authority." }],
};
