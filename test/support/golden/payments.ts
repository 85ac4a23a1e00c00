import { claimCheckouts, claimNotices } from "../../../shared/db/payments/asking.js";
import { reserveCall, restCalls } from "../../../shared/db/payments/reserve-call.js";
import type { GoldenCalls } from "./record-statements.js";

/** What the payment provider is asked, and when. */
export const paymentCalls: GoldenCalls = {
  claim_checkouts: (db) => claimCheckouts(db, 1),
  claim_notices: (db) => claimNotices(db, 1),
  reserve_payment_call: (db) => reserveCall(db, { slotMs: 1, maxWaitMs: 1 }),
  rest_payment_calls: (db) => restCalls(db),
};
