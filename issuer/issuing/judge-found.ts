import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { AuthorityVoucher } from "../../shared/domain/cae-outcome.js";
import { beginningOf } from "../../shared/domain/clean-text.js";
import { type Evidence, isEarly, isEarlyByRefusal, judge } from "../../shared/domain/evidence.js";
import { type FieldDifference, resemblanceOf, tellDifferences } from "../authority/wsfe/equal-content.js";
import { callOperator } from "./call-operator.js";
import type { SequenceSession } from "./fenced-sequence.js";
import type { LookupBudget } from "./lookup-budget.js";
import { type StepResult, superseded } from "./results.js";
import { settleApproved } from "./settle.js";
import { type UndecidedLook, undecided } from "./undecided.js";

/**
 * Decides whose voucher was found under our number: adopts it, moves our issuance to another number, or leaves the decision to
 * an operator. Source: issuer/README.md, section 3, the two tables.
 * @param firstSend our only request for this number was refused as out of order, or none was sent
 */
export async function judgeFound(
  round: LookupBudget,
  submission: Submission,
  found: AuthorityVoucher,
  firstSend: boolean,
): Promise<StepResult | UndecidedLook> {
  const { authority } = round;
  const differences = authority.compare(submission, found.content);
  const { companyCode, ...situation } = await round.readSituation();
  const freed = await round.findFreed(submission);
  const isLikeFreed = (declared: Submission["declared"]) =>
    resemblanceOf(authority.compare({ number: submission.number, declared }, found.content)) !== "other";
  const evidence: Evidence = {
    ...situation,
    found: resemblanceOf(differences),
    early: isEarly(round.withAuthorityTime(submission), found),
    earlyByRefusal: isEarlyByRefusal(round.withAuthorityTime(submission), found),
    firstSend,
    isOfBefore: freed.some(isLikeFreed),
    kept: await round.findStoredVoucher(submission),
  };
  switch (judge(evidence)) {
    case "adopt":
      return settleApproved(round, [{ submission, ...found, authorityTimeMs: null, isAnswer: false }]);
    case "foreign":
      return moveBeyond(round, submission, found, { isForeign: true, isByTime: evidence.found !== "other" });
    case "passed":
      return moveBeyond(round, submission, found, { isForeign: false, isByTime: false });
    case "operator":
      return leaveToOperator(round, submission, companyCode, explain(evidence, differences, submission.number));
  }
}

function leaveToOperator(round: LookupBudget, submission: Submission, companyCode: string, why: string): UndecidedLook {
  callOperator(round, submission, companyCode, why);
  return undecided({ why });
}

/**
 * Calls an operator, who says whether its key has its voucher among those that were imported since the database lost commits.
 * Source: issuer/README.md, section 3, "A key in doubt".
 */
export async function leaveHeldBack(round: LookupBudget, submission: Submission): Promise<UndecidedLook> {
  const why = `the database lost commits in which its key may have got its voucher, and vouchers without a key were imported since, or some are missing: see whether one is its own (--adopt --number), else --reject`;
  callOperator(round, submission, (await round.readSituation()).companyCode, why);
  return undecided({ why });
}

interface Proof {
  /** Voucher of another system. Otherwise it is of a key of ours, and the numbers after it may be anybody's. */
  isForeign: boolean;
  /** Equal to ours, and processed by the authority before our request could exist. */
  isByTime: boolean;
}

/** Another sale has the number, so no request of ours can be granted under it any more. */
async function moveBeyond(
  round: LookupBudget,
  submission: Submission,
  found: AuthorityVoucher,
  { isForeign, isByTime }: Proof,
): Promise<StepResult | UndecidedLook> {
  // ▲ A further number is a second voucher, if its key has one among those that were imported.
  if (submission.isHeldBack) return leaveHeldBack(round, submission);
  const last = await round.authority.lastNumber(submission.id);
  if (last.outcome === "unknown") return undecided();
  const leave = async (why: string) =>
    leaveToOperator(round, submission, (await round.readSituation()).companyCode, why);
  if (isByTime && !isEarly(round.withAuthorityTime(submission), found))
    return leave(
      `the tax authority has a voucher under number ${submission.number} that equals ours, and its clock was set back since: see whose it is`,
    );
  // A counter that lags behind the look-up would give the taken number again.
  const highest = Math.max(last.number, found.numberTo);
  const lastNumber = isForeign || (await isExplained(round, found.numberTo, highest)) ? highest : found.numberTo;
  if (await round.hasFreedBetween(submission, lastNumber))
    return leave(
      `the tax authority's last number is ${lastNumber}, and ours after ${submission.number} were refused before: see whose they are`,
    );
  const heldAtMs = round.clock.monotonicMs();
  const renumbered = await round.renumber(submission, {
    lastNumber,
    authorityTimeMs: last.authorityTimeMs,
    isForeign,
    isCompared: isForeign,
  });
  if (renumbered === superseded) return superseded;
  const { id, number } = renumbered;
  round.log.warn({ issuanceId: id, number }, `numbering goes on after ${isForeign ? "foreign" : "known"} vouchers`);
  return { unsent: { submissions: [renumbered], heldAtMs } };
}

/** Each number in between has a voucher here. */
const isExplained = async (sequence: SequenceSession, after: number, until: number): Promise<boolean> =>
  after >= until || (await sequence.countKnown(after, until)) === until - after;

/** Tells the operator why the evidence does not decide. */
function explain(
  { found, early, earlyByRefusal, kind, unverified, isOfBefore, kept }: Evidence,
  differences: FieldDifference[],
  number: number,
): string {
  const differs = beginningOf(`(sent / found: ${tellDifferences(differences)})`, 500);
  const head = `the tax authority has a voucher under number ${number}`;
  if (kept === "another's")
    return `${head} that is another key's, and the database lost its last commits: see what else is missing`;
  if (isOfBefore) return `${head} that looks like one whose request was refused before ${differs}`;
  if (found === "near")
    return `${head} with our receiver, date, total and currency, but not all that we declared ${differs}`;
  if (found === "other" && kind === "own")
    return `${head} that is not ours ${differs}, though only this service is said to issue there`;
  if (unverified) return `${head} that the database may have forgotten: it lost its last commits`;
  if (kept === "unclaimed")
    return `${head} that equals ours and was imported before ours had it: see whose it is (--adopt --number ${number})`;
  return early || earlyByRefusal
    ? `${head} that equals ours, but was processed before we asked for ours`
    : `${head} that equals ours, but our request for it was refused, and others issue there too`;
}
