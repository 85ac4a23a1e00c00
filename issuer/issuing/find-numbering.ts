import type { LastNumberOutcome } from "../../shared/domain/cae-outcome.js";
import { type NoVoucher, notAsked } from "../../shared/domain/issuance-outcome.js";
import { issuanceProblem } from "../authority/problem.js";
import { callOperator } from "./call-operator.js";
import type { SequenceSession } from "./fenced-sequence.js";
import { leaveUnconfirmed } from "./leave-unconfirmed.js";
import { type SettleResult, superseded } from "./results.js";
import { toRefusal } from "./settle.js";

/**
 * Asks the authority for its last number: at the first use of a sequence, and after the database lost its last commits. In the
 * second case, numbers without a voucher in our database may still be ours, so we assign no number after them.
 * "settled" when the numbering is known. Source: issuer/README.md, section 3, "A database that lost its last commits".
 */
export async function findNumbering(sequence: SequenceSession): Promise<SettleResult> {
  const { taken } = sequence;
  // Settle open numbers first, by what is found under each.
  if (taken.unverified && (await sequence.listSubmissions()).length > 0) return "settled";
  const last = await sequence.authority.lastNumber();
  if (last.outcome === "unknown") return { unavailable: toUnavailable(last) };
  // Without a last number of our own, use the authority's. After lost commits, use the number before it: the authority's last
  // voucher may be ours, so it is checked like every number after our last one.
  const known = taken.lastNumber ?? Math.max(0, last.number - (taken.unverified ? 1 : 0));
  if ((await countUnexplained(sequence, known, last.number)) > 0) {
    // The write-ahead needs a last number to derive the next one.
    if (taken.lastNumber === null && (await sequence.setLastNumber(known, last.authorityTimeMs)) === superseded)
      return superseded;
    return closeUnexplained(sequence, last.number);
  }
  const found = await sequence.setLastNumber(Math.max(known, last.number), last.authorityTimeMs);
  if (found === "settled") taken.unverified = false;
  return found;
}

/** How many numbers after our last one have no voucher in our database. */
async function countUnexplained(sequence: SequenceSession, known: number, authorityLast: number): Promise<number> {
  const beyond = authorityLast - known;
  return beyond > 0 ? beyond - (await sequence.countKnown(known, authorityLast)) : 0;
}

/** Numbers the first in line without sending it. Nothing new is sent until an operator decides whose number that is. */
async function closeUnexplained(sequence: SequenceSession, authorityLast: number): Promise<SettleResult> {
  const next = await sequence.submitNext(1);
  if (next.outcome === "drained" || next.outcome === superseded) return next.outcome;
  // The next batch handles an open number or an exhausted quota as usual.
  if (next.outcome !== "submitted") return "settled";
  const { companyCode } = await sequence.readSituation();
  const [first] = next.submissions;
  const why = `the database lost its last commits: the tax authority's last number is ${authorityLast}, ours ${(first?.number ?? 0) - 1}`;
  for (const submission of next.submissions) callOperator(sequence, submission, companyCode, why);
  return leaveUnconfirmed(sequence, next.submissions, { questions: 1, isDenied: true, why });
}

function toUnavailable({
  cause,
  reasons,
  permanent,
  problem,
}: Extract<LastNumberOutcome, { outcome: "unknown" }>): NoVoucher {
  if (problem) return notAsked(problem);
  return permanent && reasons.length > 0 ? toRefusal(reasons) : notAsked(issuanceProblem("down", cause));
}
