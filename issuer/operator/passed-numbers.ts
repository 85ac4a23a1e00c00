import type { FreedNumber } from "../../shared/db/adoption/freed-numbers.js";
import type { AuthorityVoucher } from "../../shared/domain/cae-outcome.js";
import { resemblanceOf } from "../authority/wsfe/equal-content.js";
import type { SequenceSession } from "../issuing/fenced-sequence.js";
import type { Claims } from "./claims.js";
import type { LookResult } from "./operator-look.js";

/** Content of the numbers that a decision leaves behind. */
export interface PassedNumbers {
  /** Vouchers that nothing here explains: they are imported in the commit of the decision. */
  vouchers: AuthorityVoucher[];
  /** Declarations under these numbers before they were freed. */
  freed: FreedNumber[];
  /** Some of the numbers are not known, or one is another sale's of ours. */
  why?: string | undefined;
}

/** Queries for it. Nobody needs to hold the sequence. */
export type PassedReads = Pick<SequenceSession, "authority" | "listSubmissions" | "countKnown"> & {
  taken: Pick<SequenceSession["taken"], "key" | "unverified">;
  claims: Pick<Claims, "listFreed" | "findNumberState">;
};

export const nothingPassed: PassedNumbers = { vouchers: [], freed: [] };

/**
 * The numbers up to `lastNumber` are to be left to the vouchers that have them: one of these may be that of a key of ours. The voucher under the
 * decided number is imported, always. Of those behind it, the numbers that are written ahead are looked up, because nobody can import their
 * vouchers before, and so are those that were freed: a request for them may have been granted since. Where the database lost its last
 * commits, the others must be known. What stands against it is passed by a person's word alone, and the rest is imported all the same. Source: issuer/README.md, section 3, "A key in doubt".
 * @param number the one that is decided about
 */
export async function lookAtPassed(
  { authority, claims, taken: { key, unverified }, ...sequence }: PassedReads,
  number: number,
  { found, lastNumber }: Pick<LookResult, "found" | "lastNumber">,
): Promise<PassedNumbers> {
  const after = found?.numberTo ?? number;
  const freed = await claims.listFreed(key, number, Math.max(lastNumber, after));
  const vouchers = found ? [found] : [];
  const submissions = await sequence.listSubmissions();
  const written = submissions.filter((one) => one.number > after && one.number <= lastNumber).map((one) => one.number);
  const looked = new Set(written);
  for (const one of freed)
    if (one.number > after && !looked.has(one.number) && !(await claims.findNumberState(key, one.number)).voucher)
      looked.add(one.number);
  let why: string | undefined;
  for (const one of [...looked].sort((a, b) => a - b)) {
    const written = submissions.find((each) => each.number === one);
    const seen = await authority.consult(one, written?.id);
    if (seen.outcome !== "found") why ??= `The tax authority does not show number ${one} yet. ${orUnseen}`;
    // Each further silence would take the authority's whole timeout.
    if (seen.outcome === "unknown") break;
    if (seen.outcome === "absent") continue;
    // Who has it returns to the line, and is asked for again. Where commits were lost, its key becomes suspect instead.
    if (written && !unverified && resemblanceOf(authority.compare(written, seen.voucher.content)) !== "other")
      why ??= `The voucher under number ${one} looks like that of issuance ${written.id}, which has this number. ${orUnseen}`;
    else vouchers.push(seen.voucher);
  }
  if (why !== undefined || !unverified) return { vouchers, freed, why };
  const explained = lastNumber > after ? await sequence.countKnown(after, lastNumber) : 0;
  const unknown = lastNumber - after - explained - looked.size;
  if (unknown <= 0) return { vouchers, freed };
  const lost = `The database lost its last commits, and of the numbers up to ${lastNumber} ${unknown} are not known here`;
  return { vouchers, freed, why: `${lost}: reconcile --import first. ${orUnseen}` };
}

const orUnseen = "With --unseen you say that the vouchers under such numbers are of no sale of yours.";
