import { type AdoptionContent, maxLooked } from "../../shared/db/adoption/claimants.js";
import type { UnclaimedVoucher } from "../../shared/db/issuer-requests/authority-question.js";
import type { LastNumberOutcome } from "../../shared/domain/cae-outcome.js";
import { datesOf, isEqualAnywhere } from "../../shared/domain/equal-sale.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { VoucherName } from "../../shared/domain/voucher-name.js";
import type { AuthoritySession } from "../issuing/deps.js";
import type { Claims } from "./claims.js";
import { lookAtNumber } from "./look-at-number.js";

/** A voucher without a key that equals a sale in receiver, date, total and currency. */
export interface EqualVoucher extends VoucherName {
  cae: string;
  isCaea: boolean;
  processedAtMs: number | null;
}

/** A sale that is without a voucher. `ownNumber`: the number that it has, while its outcome is open. */
export interface Wanting {
  issuanceId: number;
  content: AdoptionContent;
  ownNumber: number | null;
}

/** Finds imported ones: in all numberings of the company, but for the sale's own number. */
export async function findImported(
  claims: Pick<Claims, "listKeylessOn">,
  key: SequenceKey,
  { content, ownNumber }: Wanting,
): Promise<EqualVoucher[]> {
  const { posNumber, voucherType } = key;
  const isOwn = (one: VoucherName) =>
    one.posNumber === posNumber && one.voucherType === voucherType && one.number === ownNumber;
  const keyless = await claims.listKeylessOn(key, [...new Set(datesOf(content))]);
  return keyless.filter((one) => !isOwn(one) && isEqualAnywhere({ ...content, voucherType }, one));
}

/** Vouchers at the authority alone. */
export interface SeenThere {
  vouchers: UnclaimedVoucher[];
  /** Why not all could be looked at. */
  why?: string | undefined;
}

/**
 * Looks for equal vouchers under numbers of the sale's own numbering that nothing here explains, but for its own: one question after the
 * other, the newest numbers first, and a bounded number of them. Dates never go back, so it ends at a voucher of an earlier day.
 */
export async function lookForEqual(
  claims: Pick<Claims, "listUnknown">,
  session: AuthoritySession,
  last: LastNumberOutcome,
  key: SequenceKey,
  { issuanceId, content, ownNumber }: Wanting,
): Promise<SeenThere> {
  if (last.outcome === "unknown")
    return { vouchers: [], why: `the tax authority does not tell its last number: ${last.cause}` };
  const date = content.declared.voucherDate;
  const numbers = await claims.listUnknown(key, date, last.number);
  const vouchers: UnclaimedVoucher[] = [];
  for (const number of numbers.slice(0, maxLooked)) {
    if (number === ownNumber) continue;
    const { consulted, closest, mayBeIts } = await lookAtNumber(session, { number, issuanceId, content });
    if (consulted.outcome === "unknown")
      return { vouchers, why: `the tax authority does not tell what it has under ${number}: ${consulted.cause}` };
    if (consulted.outcome === "absent")
      return { vouchers, why: `the tax authority counts number ${number} and does not show it yet` };
    const { voucherDate, cae, processedAtMs } = consulted.voucher;
    if (voucherDate < date) return { vouchers };
    if (!mayBeIts) continue;
    const { currency, total: totalAmount } = closest.declared;
    vouchers.push({ number, voucherDate: closest.declared.voucherDate, totalAmount, currency, cae, processedAtMs });
  }
  return numbers.length > maxLooked ? { vouchers, why: tooMany } : { vouchers };
}

const tooMany = `more numbers are unexplained here than were looked at (${maxLooked}): reconcile --import brings all of them in`;
