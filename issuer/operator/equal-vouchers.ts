import { maxLooked } from "../../shared/db/adoption/claimants.js";
import type { UnclaimedVoucher } from "../../shared/db/issuer-requests/authority-question.js";
import type { LastNumberOutcome } from "../../shared/domain/cae-outcome.js";
import { daysBefore } from "../../shared/domain/days-before.js";
import { datesOf, isEqualAnywhere, isEqualToday } from "../../shared/domain/equal-sale.js";
import { Decimal } from "../../shared/domain/money.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { VoucherName } from "../../shared/domain/voucher-name.js";
import type { AuthoritySession } from "../issuing/deps.js";
import type { Claims } from "./claims.js";
import type { SentContents } from "./earlier-contents.js";
import { lookAtNumber, type SeenCandidate } from "./look-at-number.js";

/** A voucher without a key that equals what a sale's key was sent with, in receiver, date, total and currency. */
export interface EqualVoucher extends VoucherName {
  cae: string;
  isCaea: boolean;
  processedAtMs: number | null;
  /** Equality with the sale of today. Else it may be of an earlier attempt alone, and cannot become the sale's voucher. */
  isOfToday: boolean;
}

/** A sale that is without a voucher. `ownNumber`: the number that it has, while its outcome is open. */
export interface VoucherlessSale extends SentContents {
  ownNumber: number | null;
}

/** Finds imported ones: in all numberings of the company, but for the sale's own number. */
export async function findImported(
  claims: Pick<Claims, "listKeylessOn">,
  key: SequenceKey,
  { content, earlier, ownNumber }: VoucherlessSale,
): Promise<EqualVoucher[]> {
  const { posNumber, voucherType } = key;
  const isOwn = (one: VoucherName) =>
    one.posNumber === posNumber && one.voucherType === voucherType && one.number === ownNumber;
  const sent = { ...content, voucherType, earlier };
  const keyless = await claims.listKeylessOn(key, datesOf(sent));
  return keyless
    .filter((one) => !isOwn(one) && isEqualAnywhere(sent, one))
    .map((one) => ({ ...one, isOfToday: isEqualToday(content, one) }));
}

/** Vouchers at the authority alone. */
export interface AuthorityFindings {
  vouchers: UnclaimedVoucher[];
  /** Why not all could be looked at. */
  why?: string | undefined;
}

/**
 * Looks for equal vouchers under numbers of the sale's own numbering that nothing here explains, but for its own: one question after the other, the
 * newest numbers first, and a bounded number of them. Dates never go back, so for each date that its voucher may have it ends at one of an earlier day.
 * @param others numbers that nobody shows, and that a person knows to be others'
 */
export async function lookForEqual(
  claims: Pick<Claims, "listUnknown">,
  session: AuthoritySession,
  last: LastNumberOutcome,
  key: SequenceKey,
  wanting: VoucherlessSale,
  others: readonly number[] = [],
): Promise<AuthorityFindings> {
  if (last.outcome === "unknown")
    return { vouchers: [], why: `the tax authority does not tell its last number: ${last.cause}` };
  const vouchers: AuthorityFindings["vouchers"] = [];
  const looked = new Set([wanting.ownNumber, ...others]);
  let left = maxLooked;
  const note = ({ consulted, closest, mayBeIts, mayBeOfBefore }: SeenCandidate, number: number): void => {
    if (consulted.outcome !== "found" || !(mayBeIts || mayBeOfBefore)) return;
    const { voucherDate, cae, processedAtMs, content } = consulted.voucher;
    const { ImpTotal = closest.declared.total, MonId: currency = closest.declared.currency } = content;
    const totalAmount = new Decimal(ImpTotal).toFixed(2);
    vouchers.push({ number, voucherDate, totalAmount, currency, cae, processedAtMs, isOfToday: mayBeIts });
  };
  // ▲ First those that its key had before: a number behind them that is not shown, or too many of them, keep nobody from looking there.
  for (const number of wanting.unseen) {
    if (looked.has(number) || number > last.number) continue;
    const seen = await lookAtNumber(session, number, wanting);
    // What is not shown is told below, or is hidden.
    if (seen.consulted.outcome === "found") looked.add(number);
    note(seen, number);
  }
  for (const dates of spansOf(wanting)) {
    for (const number of await claims.listUnknown(key, dates, last.number)) {
      if (looked.has(number)) continue;
      if (left === 0) return { vouchers, why: tooMany };
      left--;
      looked.add(number);
      const seen = await lookAtNumber(session, number, wanting);
      const { consulted } = seen;
      if (consulted.outcome === "unknown")
        return { vouchers, why: `the tax authority does not tell what it has under ${number}: ${consulted.cause}` };
      if (consulted.outcome === "absent")
        return { vouchers, why: `the tax authority counts number ${number} and does not show it yet` };
      note(seen, number);
      if (consulted.voucher.voucherDate < dates.from) break;
    }
  }
  return { vouchers };
}

/** The dates that its voucher may have, the latest first. */
function spansOf({ content, earlier, mayBeForgotten }: VoucherlessSale) {
  const all = [content.declared, ...earlier].map(({ voucherDate }) => voucherDate);
  const latestFirst = [...new Set(all)].sort().reverse();
  return latestFirst.map((to) => ({ from: (mayBeForgotten && daysBefore(to).at(-1)) || to, to }));
}

const tooMany = `more numbers are unexplained here than were looked at (${maxLooked}): reconcile --import brings all of them in`;
