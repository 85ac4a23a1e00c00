import { claimCheckouts, claimNotices } from "../../../shared/db/payments/asking.js";
import type { GoldenCalls } from "./record-statements.js";

/** What the payment provider is asked, and when. */
export const paymentCalls: GoldenCalls = {
  claim_checkouts: (db) => claimCheckouts(db, 1),
  claim_notices: (db) => claimNotices(db, 1),
};
