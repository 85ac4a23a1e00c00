/** States of a payment. `closed` is the operator's word, the others are the provider's. */
export const paymentStates = [
  "pending",
  "approved",
  "rejected",
  "review",
  "refunded",
  "charged_back",
  "closed",
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** The states that people see. `open` is a checkout that nobody paid yet, `expired` one that nobody paid in its time. */
export const shownStates = ["open", "expired", ...paymentStates] as const;
export type ShownState = (typeof shownStates)[number];

/** States that an operator may list. `ungranted` is approved, and gave nothing: its company had no subscription. */
export const listedStates = [...shownStates, "ungranted"] as const;
export type ListedState = (typeof listedStates)[number];

/** Why a payment waits for the operator. */
export type ReviewReason = "amount" | "currency" | "collector" | "reference";

/** Payment as the provider describes it. The amount is a decimal. */
export interface SaidPayment {
  id: string;
  status: string;
  amount: string;
  currency: string;
  collector: string;
  reference: string;
}

/** Payment that was asked for. */
export interface AskedPayment {
  reference: string;
  amount: string;
}
