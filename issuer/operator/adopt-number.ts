import type { AdoptionCandidate, AdoptionContent } from "../../shared/db/adoption/claimants.js";
import type { AuditRecord } from "../../shared/db/company/audit-entries.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { AuthorityVoucher } from "../../shared/domain/cae-outcome.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { nameOfNumber, type VoucherName } from "../../shared/domain/voucher-name.js";
import type { AuthoritySession } from "../issuing/deps.js";
import type { SequenceSession } from "../issuing/fenced-sequence.js";
import { carryOut, type OperatorDeps, whyNotYet } from "./decide.js";
import { type DecisionResult, describeReason, notDecided, takenByOther } from "./decision-result.js";
import { readSentContents } from "./earlier-contents.js";
import { lookAtNumber } from "./look-at-number.js";
import { choiceOfNumber } from "./number-choice.js";
import { explainOwners } from "./other-owners.js";
import { whileTaken } from "./while-taken.js";
import { notInTheWay, whyNotFree } from "./why-not-free.js";
import type { DecisionRequest } from "./word-record.js";

export interface AdoptingNumber extends Omit<DecisionRequest, "decision" | "bar"> {
  /** The voucher's number. */
  number: number;
  /** Point of sale of the number, if it is not the issuance's: one under CAEA that stands in for it. */
  numberPos?: number | undefined;
  /**
   * Vouchers without a key under numbers that it has or had, which equal the sale and are certainly other sales'. The adopted one among them: it is
   * certainly no other key's.
   */
  despite?: VoucherName[] | undefined;
  /** No person looked at this pair. */
  isProposed?: boolean | undefined;
}

/**
 * An operator says that a voucher which exists under another number is this issuance's: the database had forgotten that it was issued.
 * Takes the issuance's sequence, looks at everything once more, and refuses what contradicts it.
 * Source: issuer/README.md, section 3, "A voucher under another number".
 */
export const adoptNumber = (deps: OperatorDeps, key: SequenceKey, adopting: AdoptingNumber): Promise<DecisionResult> =>
  whileTaken(deps, key, null, async (sequence) => {
    const { issuanceId, number, numberPos = key.posNumber } = adopting;
    const submissions = await sequence.listSubmissions();
    const own = submissions.find(({ id }) => id === issuanceId);
    const notYet = own && whyNotYet(submissions[0] ?? own, issuanceId);
    if (notYet) return notYet;
    const claimant = await deps.claims.findAdoptionCandidate(key, issuanceId);
    const content = claimant && contentOf(claimant);
    if (!content) return notDecided(whyNot(claimant));

    const at = { ...key, posNumber: numberPos };
    if (adopting.isProposed && !(await deps.claims.mayHaveSent(issuanceId, at, number))) return notDecided(neverSent);
    const isElsewhere = numberPos !== key.posNumber;
    const isOwnNumber = !isElsewhere && own?.number === number;
    const behind = isElsewhere ? undefined : own && submissions.find((one) => one.number === number && one !== own);
    if (behind) return notDecided(hasHigherNumber(number, behind.id));
    const standing = await deps.claims.findNumberState(at, number);
    const access = isElsewhere ? await deps.authority.open(at) : opened(sequence.authority);
    if (access.outcome !== "open")
      return notDecided(`The tax authority must be asked first: ${describeReason(access.reason)}.`);
    const sent = await readSentContents(deps.claims, sequence.taken, { issuanceId, content });
    const seen = await lookAtNumber(access.session, number, sent);
    const known = isOwnNumber ? { ...standing, askedBy: null } : standing;
    const choice = choiceOfNumber({ number, ...seen, standing: known, isElsewhere });
    if (!choice.allowed || seen.consulted.outcome !== "found") return notDecided(choice.effect);
    const { voucher: found } = seen.consulted;
    const named = adopting.despite ?? [];
    const unverified = isElsewhere ? await deps.claims.isUnverified(at) : sequence.taken.unverified;
    const kept = standing.voucher;
    const { claims } = deps;
    const ofOther = await explainOwners({ claims, key, issuanceId, found, kept, at, unverified }, named);
    if (ofOther.why !== undefined) return notDecided(ofOther.why);
    const isAdopted = (one: VoucherName) => nameOfNumber(one) === nameOfNumber({ ...at, number });
    const despite = named.filter((one) => !(ofOther.isContested && isAdopted(one)));
    const [needless] = isOwnNumber ? despite : [];
    if (needless) return notDecided(notInTheWay(needless));
    if (own && isOwnNumber && !kept) return carryOut(deps, sequence, own, { ...adopting, decision: "adopt" });
    const freeing = { claimant, sent, own, adopted: number, unseen: adopting.unseen, despite };
    const { why: notFree, left } = isOwnNumber
      ? { why: undefined, left: [] }
      : await whyNotFree(deps, sequence, freeing);
    if (notFree !== undefined) return notDecided(notFree);

    const freed = isOwnNumber ? undefined : own;
    const claim = { claimant, content, lines: seen.closest.amounts.lines, at, own: freed, found };
    const record = toRecord(key, claimant, adopting, choice.effect);
    return commit(sequence, claim, () => deps.audited(record, adopting.by, left).claim(sequence.taken, claim));
  });

const neverSent =
  "No attempt of its key can have made this voucher: the key is not in doubt any more, and the database forgot nothing there.";

/** Nobody can decide about that one before this one. */
const hasHigherNumber = (number: number, other: number): string =>
  `Number ${number} is asked for by issuance ${other}, which has a higher number and cannot be decided first. End this one with --reject --bar: that returns the other to the line and imports the voucher. ` +
  `If that is refused because number ${number} looks like the other's: with --reject --bar --unseen, when it is certainly this sale's. Then take it with --adopt --number ${number}, which opens the key again: with --despite, where that is refused because it may be the other's.`;

const opened = (session: AuthoritySession) => ({ outcome: "open" as const, session });

const toRecord = (
  { companyId, production }: SequenceKey,
  { id, state, number: before }: AdoptionCandidate,
  { number, numberPos: pos, because, unseen, despite = [] }: AdoptingNumber,
  effect: string,
): AuditRecord => ({
  ...{ companyId, production, action: "issuance.resolve", resourceId: `${id}` },
  before: { state, number: before },
  after: {
    ...{ decision: "adopt", number, ...(pos !== undefined && { pos }), because, effect },
    ...(unseen && { unseen }),
    ...(despite.length > 0 && { despite: despite.map(nameOfNumber) }),
  },
});

function contentOf({ state, content }: AdoptionCandidate): AdoptionContent | undefined {
  return state === "approved" ? undefined : (content ?? undefined);
}

function whyNot(claimant: AdoptionCandidate | undefined): string {
  if (!claimant) return "The issuance is of another numbering by now. Look again.";
  return claimant.state === "approved"
    ? "There is nothing to decide: it has its voucher."
    : "What it wanted is not kept any more, so no voucher can be compared with it. Close its key with --reject --bar. Do not have it sent again: it would be answered 409, or issued a second time.";
}

interface PlannedAdoption {
  claimant: AdoptionCandidate;
  at: SequenceKey;
  own: Submission | undefined;
  found: AuthorityVoucher;
}

async function commit(
  { log, announce, enqueueAfterCommit }: SequenceSession,
  { claimant, at, own }: PlannedAdoption,
  claim: () => ReturnType<ReturnType<OperatorDeps["audited"]>["claim"]>,
): Promise<DecisionResult> {
  const claimed = await claim();
  if (claimed === "superseded") return notDecided(takenByOther);
  if (claimed === "changed") return notDecided("The issuance has changed meanwhile. Look again.");
  if (claimed === "taken") return notDecided("The number has been taken meanwhile. Look again.");
  if (claimed === "others")
    return notDecided("The voucher is a sale of another company of the same CUIT, and stays its own.");
  if (claimed === "unreadable")
    return notDecided("The tax authority's voucher has a field that cannot be read: it cannot be recorded.");
  const { id: issuanceId, requestId } = claimant;
  log.warn({ requestId, issuanceId, ...claimed, freed: own?.number }, "an operator has adopted another number");
  announce(issuanceId);
  enqueueAfterCommit(claimed.voucherId, { requestId }, at);
  return { outcome: "decided" };
}
