import type { TakenSequence } from "../../shared/db/issuing/sequences.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { AuthorityVoucher } from "../../shared/domain/cae-outcome.js";
import { type Evidence, judge } from "../../shared/domain/evidence.js";
import { type FieldDifference, resemblanceOf } from "../authority/wsfe/equal-content.js";
import { callOperator } from "../operator/call-operator.js";
import type { AuthoritySession, IssuerDeps } from "./deps.js";
import type { Step } from "./send.js";
import { settleApproved } from "./settle.js";

/** Two of the authority's machines may differ by so much, and its times are whole seconds. */
const clockMarginMs = 2_000;

/** What a look could not decide. `again`: a look right after may tell more; otherwise somebody comes back later. */
export interface Undecided {
  undecided: true;
  again: boolean;
  /** Why a person must decide; null when nobody has to, undefined when the look did not tell. */
  why?: string | null;
  /** As in `Doubt`. */
  refusal?: { code: number; msg: string }[] | null;
}

export const undecided = (more: Omit<Undecided, "undecided" | "again"> & { again?: boolean } = {}): Undecided => ({
  undecided: true,
  again: false,
  ...more,
});

export const isUndecided = (seen: Step | Undecided): seen is Undecided =>
  typeof seen === "object" && "undecided" in seen;

/** By its own clock the authority processed the voucher before our request could exist. Source: DESIGN.md, section 3. */
export const isEarly = ({ heardAtMs }: Pick<Submission, "heardAtMs">, { processedAtMs }: AuthorityVoucher): boolean =>
  heardAtMs !== null && processedAtMs !== null && processedAtMs < heardAtMs - clockMarginMs;

/**
 * Decides whose the voucher is that was found under a number of ours: adopts it, moves our issuance to another number, or leaves
 * it to a person.
 * @param firstSend the only request of ours for this number was refused as out of order, or none was sent
 */
export async function judgeFound(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  submission: Submission,
  found: AuthorityVoucher,
  firstSend: boolean,
): Promise<Step | Undecided> {
  const differences = session.compare(submission, found.content);
  const { companyCode, ...situation } = await deps.store.readSituation(taken);
  const freed = await deps.store.findFreed(taken, submission);
  const isLikeFreed = (declared: Submission["declared"]) =>
    resemblanceOf(session.compare({ number: submission.number, declared }, found.content)) !== "other";
  const evidence: Evidence = {
    ...situation,
    found: resemblanceOf(differences),
    early: isEarly(submission, found),
    firstSend,
    isOfBefore: freed.some(isLikeFreed),
  };
  switch (judge(evidence)) {
    case "adopt":
      return settleApproved(deps, taken, [{ submission, ...found, heardAtMs: null, isAnswer: false }]);
    case "foreign":
      return moveBeyond(deps, session, taken, submission, found);
    case "operator": {
      const why = explain(evidence, differences, submission.number);
      callOperator(deps, submission, companyCode, why);
      return undecided({ why });
    }
  }
}

/** Somebody else has the number, so no request of ours can be granted under it any more. */
async function moveBeyond(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  submission: Submission,
  found: AuthorityVoucher,
): Promise<Step | Undecided> {
  const last = await session.lastNumber(submission.id);
  if (last.outcome === "unknown") return undecided();
  const lookedAtMs = deps.clock.monotonicMs();
  const renumbered = await deps.store.renumber(taken, submission, {
    // A counter that lags behind the look-up would lead back to the number that is taken.
    lastNumber: Math.max(last.number, found.numberTo),
    heardAtMs: last.heardAtMs,
    isForeign: true,
  });
  if (!renumbered) return "lost";
  deps.log.warn({ issuanceId: renumbered.id, number: renumbered.number }, "numbering goes on after foreign vouchers");
  return { fresh: { submissions: [renumbered], lookedAtMs } };
}

/** Why the evidence does not do, for the operator. */
function explain(
  { found, early, kind, unverified, isOfBefore }: Evidence,
  differences: FieldDifference[],
  number: number,
): string {
  const fields = differences.map(
    ({ field, sent = "nothing", found: theirs = "nothing" }) => `${field} ${sent} / ${theirs}`,
  );
  const differs = `(sent / found: ${fields.join(", ")})`.slice(0, 500);
  const head = `the tax authority has a voucher under number ${number}`;
  if (isOfBefore) return `${head} that looks like one whose request was refused before ${differs}`;
  if (found === "near")
    return `${head} with our receiver, date, total and currency, but not all that we declared ${differs}`;
  if (found === "other" && kind === "own")
    return `${head} that is not ours ${differs}, though only this service is said to issue there`;
  if (unverified) return `${head} that the database may have forgotten: it lost its last commits`;
  return early
    ? `${head} that equals ours, but was processed before we asked for ours`
    : `${head} that equals ours, but our request for it was refused, and others issue there too`;
}
