import type { PaymentState } from "../../domain/payments/payment-state.js";
import type { Statements } from "../pool/database.js";

/** A payment of the provider, as it stands here. */
export interface KnownPayment {
  id: number;
  providerId: string;
  company: string | null;
  state: PaymentState;
  granted: boolean;
}

/** Payments of the provider that were first heard of in the last 30 days. */
export const listKnownPayments = (db: Statements): Promise<KnownPayment[]> => db.$queryRaw`
  SELECT p.id, p.provider_id AS "providerId", c.code AS company, p.state, p.granted_at IS NOT NULL AS granted
  FROM public.payment p LEFT JOIN public.company c ON c.id = p.company_id
  WHERE p.provider_id IS NOT NULL AND p.created_at > now() - interval '30 days' ORDER BY p.id`;

/** What is known of the provider's notifications: their newest with a good signature, and how many of its payments are here. */
export async function findNotified(db: Statements): Promise<{ ageSeconds: number | null; payments: number }> {
  const [found] = await db.$queryRaw<[{ ageSeconds: number | null; payments: number }]>`
    SELECT extract(epoch FROM now() - w.notified_at)::float8 AS "ageSeconds",
      (SELECT count(*)::int FROM public.payment WHERE provider_id IS NOT NULL) AS payments
    FROM public.payment_watch w`;
  return found;
}
