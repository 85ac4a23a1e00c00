import type { ListedState } from "../../domain/payments/payment-state.js";
import { countRows } from "../fragments/count-rows.js";
import { Prisma } from "../generated/client.js";
import type { Statements } from "../pool/database.js";

/** States of payments that wait for the operator. */
export type WaitingState = Extract<ListedState, "review" | "ungranted" | "refunded" | "charged_back">;

/** Number of payments that wait for the operator, by state. */
export const countWaitingPayments = (db: Statements): Promise<{ state: WaitingState; count: number }[]> => db.$queryRaw`
  SELECT s.state, count(p.id)::int AS count
  FROM unnest(ARRAY['review', 'ungranted', 'refunded', 'charged_back']) AS s(state)
  LEFT JOIN public.payment p ON s.state = CASE WHEN p.state = 'approved' AND p.granted_at IS NULL THEN 'ungranted' ELSE p.state END
    AND (p.state IN ('review', 'refunded', 'charged_back') OR p.state = 'approved' AND p.granted_at IS NULL)
  GROUP BY s.state ORDER BY s.state`;

/** Number of payments whose voucher was refused, or is asked for without success for an hour. */
export const countUnbilled = (db: Statements): Promise<number> =>
  countRows(
    db,
    Prisma.sql`public.payment WHERE bill_state = 'stopped' OR bill_state = 'waiting' AND bill_since < now() - interval '1 hour'`,
  );

/** Lateness of what is asked at the payment provider. Each is 0 while nothing waits. */
export interface PaymentDelays {
  /** Age of the oldest open checkout for which the provider gave no page to pay on. */
  unansweredSeconds: number;
  /** Time since all payments of the account were listed to the end. Null: nobody was asked to pay in 30 days, so there is nothing to list. */
  unlistedSeconds: number | null;
  /** Time for which the checkout or notification that is due longest has waited for the sweep, of those of 30 days. */
  lateSeconds: number;
}

export async function measurePaymentDelays(db: Statements): Promise<PaymentDelays> {
  const [found] = await db.$queryRaw<[PaymentDelays]>`
    SELECT coalesce((SELECT extract(epoch FROM now() - min(created_at)) FROM public.checkout
        WHERE closed_at IS NULL AND link IS NULL AND ends_at > now()), 0)::float8 AS "unansweredSeconds",
      (SELECT extract(epoch FROM now() - greatest(w.listed_at, c.first)) FROM public.payment_watch w,
        (SELECT min(created_at) AS first FROM public.checkout WHERE created_at > now() - interval '30 days') c
        WHERE c.first IS NOT NULL)::float8 AS "unlistedSeconds",
      coalesce(greatest(0, extract(epoch FROM now() - least(
        (SELECT min(ask_at) FROM public.checkout WHERE ask_at IS NOT NULL AND created_at > now() - interval '30 days'),
        (SELECT min(due_at) FROM public.payment_notice WHERE due_at IS NOT NULL)))), 0)::float8 AS "lateSeconds"`;
  return found;
}
