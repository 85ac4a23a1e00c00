import type { Verification } from "../../../shared/db/reconcile/verify-numbering.js";
import { countBehind, type SequenceReport } from "./sequence-report.js";

/** How a numbering and the authority's last number stand after everything was compared. */
export interface ComparedNumbering extends Omit<Verification, "isVerified"> {
  /** The authority's last number, asked for once more. */
  authority: number;
  /** How many numbers behind our last one, up to the authority's, have a voucher here. */
  vouchers: number;
}

export const underCaea = "its numbers are a person's word: contingency verify";

/**
 * Why a comparison does not show that no commit of a numbering is missing; undefined when it does: each number from our last one to the
 * authority's has a voucher here, or is nowhere. Source: api/admin/README.md, "reconcile --verify".
 */
export function whyUnexplained(report: SequenceReport, now: ComparedNumbering): string | undefined {
  const { authority } = now;
  const ours = now.lastNumber ?? 0;
  if (report.refused !== null) return "the authority refuses to report its numbers";
  if (now.isUnderCaea) return underCaea;
  if (ours > authority) return `our last number is ${ours}, and the authority's ${authority}`;
  if (report.missing.length + report.different.length > 0) return "vouchers are MISSING or DIFFERENT";
  if (now.isOpen || report.unsettled.length > 0) return "the outcome of an issuance is open: issuance list --open";
  if (report.unanswered.length > 0) return "the authority did not tell of each number: run it again";
  if (report.gaps.some(({ from, to }) => from <= authority && authority <= to && authority > ours))
    return `the authority counts number ${authority} and does not show it: run it again`;
  if (now.vouchers + countBehind(report.gaps, ours) < authority - ours)
    return `not each number up to ${authority} is known here: reconcile --import`;
  if (now.hasMissing)
    return "numbers that were missing are not known yet: reconcile --import, with --pos, --type and --from 1";
  if (now.isYoungHistory)
    return "the database lost its last commits minutes ago, and what was sent before may still be granted: run it again in ten minutes";
  return undefined;
}
