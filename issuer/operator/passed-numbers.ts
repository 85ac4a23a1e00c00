import type { AuthorityVoucher } from "../../shared/domain/cae-outcome.js";
import type { OpenSequence } from "../issuing/held-sequence.js";
import type { Seen } from "./operator-look.js";

/** What stands under the numbers that a decision leaves behind. */
export interface Passed {
  /** Vouchers that nothing here explains: they are imported in the commit of the decision. */
  vouchers: AuthorityVoucher[];
  /** Some of the numbers are not known. */
  why?: string;
}

/** What is read for it. Nobody needs to hold the sequence. */
export type PassedReads = Pick<OpenSequence, "authority" | "listSubmissions" | "countExplained">;

export const nothingPassed: Passed = { vouchers: [] };

/**
 * The database lost its last commits, and the numbers up to `lastNumber` are to be left to the vouchers that have them: one of these may be that
 * of a key that we still know. Numbers that are written ahead are looked up, because nobody can import their vouchers before; the others
 * must be known. Source: issuer/README.md, section 3, "A key in doubt".
 * @param number the one that is decided about
 */
export async function lookAtPassed(
  sequence: PassedReads,
  number: number,
  { found, lastNumber }: Pick<Seen, "found" | "lastNumber">,
): Promise<Passed> {
  const after = found?.numberTo ?? number;
  const behind = (await sequence.listSubmissions()).filter((one) => one.number > after && one.number <= lastNumber);
  const vouchers = found ? [found] : [];
  for (const one of behind) {
    const seen = await sequence.authority.consult(one.number, one.id);
    if (seen.outcome !== "found")
      return { vouchers, why: `The tax authority does not show number ${one.number} yet. ${orUnseen}` };
    vouchers.push(seen.voucher);
  }
  const explained = lastNumber > after ? await sequence.countExplained(after, lastNumber) : 0;
  const unknown = lastNumber - after - explained - behind.length;
  if (unknown <= 0) return { vouchers };
  const lost = `The database lost its last commits, and of the numbers up to ${lastNumber} ${unknown} are not known here`;
  return { vouchers, why: `${lost}: reconcile --import first. ${orUnseen}` };
}

const orUnseen = "With --unseen you say that the vouchers under such numbers are of no sale of yours.";
