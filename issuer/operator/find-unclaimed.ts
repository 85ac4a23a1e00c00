import { mostLooked } from "../../shared/db/claims/claimants.js";
import type { UnclaimedVoucher } from "../../shared/db/questions/authority-question.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { isEqualSale } from "../authority/wsfe/equal-content.js";
import type { OperatorDeps } from "./decide.js";
import { type Decided, describeReason } from "./decided.js";
import { lookAtNumber } from "./look-at-number.js";

type Found = { outcome: "unclaimed"; vouchers: UnclaimedVoucher[]; isCut: boolean };

/**
 * The vouchers under numbers that nothing here explains, and that equal an issuance. One question after the other: the newest numbers
 * first, and a bounded number of them. Changes nothing.
 */
export async function findUnclaimed(
  deps: OperatorDeps,
  key: SequenceKey,
  issuanceId: number,
): Promise<Found | Extract<Decided, { outcome: "notDecided" }>> {
  const claimant = await deps.claims.findClaimant(key, issuanceId);
  const content = claimant?.content;
  if (!content) return { outcome: "unclaimed", vouchers: [], isCut: false };
  const access = await deps.authority.open(key);
  if (access.outcome !== "open")
    return { outcome: "notDecided", why: `The tax authority cannot be asked: ${describeReason(access.reason)}.` };
  const { session } = access;
  const last = await session.lastNumber(issuanceId);
  if (last.outcome === "unknown")
    return { outcome: "notDecided", why: `The tax authority does not tell its last number: ${last.cause}.` };
  const { declared } = content;
  const numbers = await deps.claims.listUnexplained(key, declared.voucherDate, last.number);
  const vouchers: UnclaimedVoucher[] = [];
  for (const number of numbers.slice(0, mostLooked)) {
    const { consulted, closest, differences } = await lookAtNumber(session, { number, issuanceId, content });
    if (consulted.outcome === "unknown")
      return {
        outcome: "notDecided",
        why: `The tax authority does not tell what it has under ${number}: ${consulted.cause}.`,
      };
    const isOwn = number === claimant.number;
    if (consulted.outcome === "absent" || isOwn || !isEqualSale(differences)) continue;
    const { voucherDate, currency, total: totalAmount } = closest.declared;
    vouchers.push({ number, voucherDate, totalAmount, currency, cae: consulted.voucher.cae });
  }
  return { outcome: "unclaimed", vouchers, isCut: numbers.length > mostLooked };
}
