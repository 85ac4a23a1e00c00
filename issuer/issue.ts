import type { TakenSequence } from "../shared/db/sequences.js";
import type { LastNumberOutcome } from "../shared/domain/cae-outcome.js";
import type { NoVoucher } from "../shared/domain/issuance-outcome.js";
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
    taken.lastNumber === null
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

/** First use of a sequence: the authority says where its numbering stands. */
async function synchronise(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
): Promise<{ outcome: "known"; sequence: TakenSequence } | Extract<IssueResult, { outcome: "lost" | "unavailable" }>> {
  const last = await session.lastNumber();
  if (last.outcome === "unknown") return { outcome: "unavailable", reason: toUnavailable(last) };
  if (!(await deps.store.resynchronise(taken, last.number))) return { outcome: "lost" };
  return { outcome: "known", sequence: { ...taken, lastNumber: last.number } };
}

function toUnavailable({ cause, reasons, permanent }: Extract<LastNumberOutcome, { outcome: "unknown" }>): NoVoucher {
  const notDelegated = reasons.some((reason) => reason.code === 600 || reason.code === 601);
  if (permanent && notDelegated) return { code: "TAXAUTH_CONNECTION_ERROR", cause, delegation: "wsfe" };
  if (permanent && reasons.length > 0) return toRefusal(reasons);
  return { code: "TAXAUTH_CONNECTION_ERROR", cause };
}
