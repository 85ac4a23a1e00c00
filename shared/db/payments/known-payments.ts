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

/** Payments whose voucher was refused or is late, with the last answer. */
export const listUnbilled = (
  db: Statements,
): Promise<{ id: number; company: string; problem: string | null }[]> => db.$queryRaw`
  SELECT p.id, c.code AS company, p.bill_problem AS problem FROM public.payment p JOIN public.company c ON c.id = p.company_id
  WHERE p.bill_state = 'stopped' OR p.bill_state = 'waiting' AND p.bill_since < now() - interval '1 hour' ORDER BY p.id LIMIT 11`;

/** Age of the provider's newest notification with a good signature, and how many of its payments are here. */
export async function findNotified(db: Statements): Promise<{ ageSeconds: number | null; payments: number }> {
  const [found] = await db.$queryRaw<[{ ageSeconds: number | null; payments: number }]>`
    SELECT extract(epoch FROM now() - w.notified_at)::float8 AS "ageSeconds",
      (SELECT count(*)::int FROM public.payment WHERE provider_id IS NOT NULL) AS payments
    FROM public.payment_watch w`;
  return found;
}
