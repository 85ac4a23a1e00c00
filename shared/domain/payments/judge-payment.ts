import type { AskedPayment, PaymentState, ReviewReason, SaidPayment } from "./payment-state.js";
import { centsOf } from "./pesos.js";

/** The form of a reference of ours: `tal-` and 128 bits. */
export const isOurReference = (reference: string): boolean => /^tal-[0-9a-f]{32}$/.test(reference);

const statesOfStatus = new Map<string, PaymentState>([
  ["pending", "pending"],
  ["in_process", "pending"],
  ["authorized", "pending"],
  ["in_mediation", "pending"],
  ["approved", "approved"],
  ["rejected", "rejected"],
  ["cancelled", "rejected"],
  ["refunded", "refunded"],
  ["charged_back", "charged_back"],
]);

/**
 * Judges the worth of a payment here. Only `approved` is money, and only with our reference, in pesos, to our account, and of at least the
 * amount that was asked for. A status that we do not know decides nothing: it is looked at again.
 * @param asked the checkout of the reference; undefined: none has it
 */
export function judgePayment(
  said: SaidPayment,
  asked: AskedPayment | undefined,
  collector: string,
): { state: PaymentState; why: ReviewReason | null } {
  const state = statesOfStatus.get(said.status) ?? "pending";
  const why = state === "approved" ? doubtOf(said, asked, collector) : null;
  return { state: why ? "review" : state, why };
}

function doubtOf(said: SaidPayment, asked: AskedPayment | undefined, collector: string): ReviewReason | null {
  if (said.reference !== asked?.reference) return "reference";
  if (said.collector !== collector) return "collector";
  if (said.currency !== "ARS") return "currency";
  const [paid, wanted] = [centsOf(said.amount), centsOf(asked.amount)];
  return paid === undefined || wanted === undefined || paid < wanted ? "amount" : null;
}

/**
 * Precedence of states. Two hosts may read a payment at different moments and write in the other order, so that what was read first must
 * not undo what was read later: money that came does not become a payment that waits.
 */
const ranks: Record<PaymentState, number> = {
  pending: 0,
  rejected: 1,
  review: 2,
  approved: 2,
  refunded: 3,
  charged_back: 3,
  closed: 4,
};

/** The state after a further look. Of `review` and `approved` neither becomes the other by itself: `review` waits for the operator. */
export const furtherState = (known: PaymentState | undefined, seen: PaymentState): PaymentState =>
  known === undefined || ranks[seen] > ranks[known] ? seen : known;
