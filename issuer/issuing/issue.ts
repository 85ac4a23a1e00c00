import type { TakenSequence } from "../../shared/db/issuing/sequences.js";
import type { LastNumberOutcome } from "../../shared/domain/cae-outcome.js";
import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";
import { callOperator } from "../operator/call-operator.js";
import type { AuthoritySession, IssuerDeps } from "./deps.js";
import { leaveUnconfirmed } from "./resolve.js";
import { carryOut, settleLeftovers } from "./send.js";
import { type Begun, type Settled, toRefusal } from "./settle.js";

export type IssueResult =
  /** With what was begun in the same commit, which is to be gone on with. */
  | { outcome: "served"; sequence: TakenSequence; begun?: Begun }
  | { outcome: "empty"; sequence: TakenSequence }
  | { outcome: "lost" }
  | { outcome: "unresolved" }
  | { outcome: "unavailable"; reason: NoVoucher };

export async function begin(deps: IssuerDeps, taken: TakenSequence): Promise<Begun> {
  const lookedAtMs = deps.clock.monotonicMs();
  return { next: await deps.store.submitNext(taken, deps.batchMax), lookedAtMs };
}

/**
 * Gives the first in line their numbers, asks for their codes and records the answer; what an earlier taker left submitted
 * goes before anything new. Source: DESIGN.md, section 2, steps 4 to 8.
 * @param mayGoOn whether those after them may be given numbers in the commit that records the answer
 */
export async function issueNext(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  begun?: Begun,
  mayGoOn = () => false,
): Promise<IssueResult> {
  const sequence =
    taken.lastNumber === null || taken.unverified
      ? await synchronise(deps, session, taken)
      : { outcome: "known" as const, sequence: taken };
  if (sequence.outcome !== "known") return sequence;

  const { next, lookedAtMs } = begun ?? (await begin(deps, sequence.sequence));
  if (next.outcome === "empty") return { outcome: "empty", sequence: sequence.sequence };
  if (next.outcome === "lost") return next;
  if (next.outcome === "leftover") {
    const left = await deps.store.listSubmissions(taken.key);
    return toResult(sequence.sequence, await settleLeftovers(deps, session, sequence.sequence, left));
  }
  if (next.outcome === "quotaExhausted") {
    const settled = await deps.store.settleQueued(
      taken,
      "rejected",
      { code: "SUBSCRIPTION_QUOTA_EXCEEDED" },
      next.issuanceId,
    );
    for (const issuanceId of settled) deps.announce(issuanceId);
    return { outcome: "served", sequence: sequence.sequence };
  }

  const { submissions } = next;
  const settled = await carryOut(deps, session, sequence.sequence, { submissions, lookedAtMs, mayGoOn });
  if (settled !== "unresolved" || submissions.length === 1) return toResult(sequence.sequence, settled);
  return toResult(taken, await leaveUnconfirmed(deps, taken, await deps.store.listSubmissions(taken.key)));
}

/** What an answer left open of several is a leftover, and so goes before anything new. */
function toResult(sequence: TakenSequence, settled: Settled): IssueResult {
  if (typeof settled === "object") return { outcome: "served", sequence, begun: settled.begun };
  if (settled === "settled") return { outcome: "served", sequence };
  return settled === "emptied" ? { outcome: "empty", sequence } : { outcome: settled };
}

type Synchronised = { outcome: "known"; sequence: TakenSequence } | Exclude<IssueResult, { outcome: "served" }>;

/**
 * Where the numbering stands is asked of the authority: at the first use of a sequence, and after the database lost its last
 * commits. Then numbers that nothing here explains may be vouchers of ours, so they are not numbered over.
 * Source: DESIGN.md, section 3, "A database that lost its last commits".
 */
async function synchronise(deps: IssuerDeps, session: AuthoritySession, taken: TakenSequence): Promise<Synchronised> {
  // What is out already is settled first, by what is found under its number.
  if (taken.unverified && (await deps.store.listSubmissions(taken.key)).length > 0)
    return { outcome: "known", sequence: taken };
  const last = await session.lastNumber();
  if (last.outcome === "unknown") return { outcome: "unavailable", reason: toUnavailable(last) };
  // Of a sequence whose first use may be forgotten, the authority's last voucher may be ours.
  const known = taken.lastNumber ?? Math.max(0, last.number - (taken.unverified ? 1 : 0));
  const isExplained = (await countUnexplained(deps, { ...taken, lastNumber: known }, last.number)) === 0;
  if (!isExplained) {
    // Without a last number of ours the next could not be told.
    if (taken.lastNumber === null && !(await deps.store.resynchronise(taken, known, last.heardAtMs)))
      return { outcome: "lost" };
    return closeUnexplained(deps, taken, last.number);
  }
  const lastNumber = Math.max(known, last.number);
  if (!(await deps.store.resynchronise(taken, lastNumber, last.heardAtMs))) return { outcome: "lost" };
  return { outcome: "known", sequence: { ...taken, lastNumber, unverified: false } };
}

/** Numbers beyond our last one that no voucher here explains. */
const countUnexplained = async (deps: IssuerDeps, taken: TakenSequence, authorityLast: number): Promise<number> => {
  const beyond = authorityLast - (taken.lastNumber ?? 0);
  return beyond > 0 ? beyond - (await deps.store.countExplained(taken, authorityLast)) : 0;
};

/** The first in line is given its number and not sent: until an operator says what has that number, nothing new is. */
async function closeUnexplained(deps: IssuerDeps, taken: TakenSequence, authorityLast: number): Promise<Synchronised> {
  const next = await deps.store.submitNext(taken, 1);
  if (next.outcome === "empty") return { outcome: "empty", sequence: taken };
  // A number that is out, or a quota that is used up, is dealt with as ever.
  if (next.outcome !== "submitted")
    return next.outcome === "lost" ? { outcome: "lost" } : { outcome: "known", sequence: taken };
  const { companyCode } = await deps.store.readSituation(taken);
  const [first] = next.submissions;
  const why = `the database lost its last commits: the tax authority's last number is ${authorityLast}, ours ${(first?.number ?? 0) - 1}`;
  for (const submission of next.submissions) callOperator(deps, submission, companyCode, why);
  const settled = await leaveUnconfirmed(deps, taken, next.submissions, { questions: 1, isDenied: true, why });
  return { outcome: settled === "lost" ? "lost" : "unresolved" };
}

function toUnavailable({ cause, reasons, permanent }: Extract<LastNumberOutcome, { outcome: "unknown" }>): NoVoucher {
  const notDelegated = reasons.some((reason) => reason.code === 600 || reason.code === 601);
  if (permanent && notDelegated) return { code: "TAXAUTH_CONNECTION_ERROR", cause, delegation: "wsfe" };
  if (permanent && reasons.length > 0) return toRefusal(reasons);
  return { code: "TAXAUTH_CONNECTION_ERROR", cause };
}
