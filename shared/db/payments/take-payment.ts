import { furtherState, isOurReference, judgePayment } from "../../domain/payments/judge-payment.js";
import type { PaymentState, SaidPayment } from "../../domain/payments/payment-state.js";
import type { Database, Transaction } from "../pool/database.js";
import type { Checkout } from "./checkouts.js";

export interface TakenPayment {
  id: number;
  state: PaymentState;
  /** Whether it gave now what it pays for. */
  granted: boolean;
  /** Whether another payment of its checkout had given something before. */
  isFurther: boolean;
}

/**
 * Writes what the provider says of a payment, and gives what it pays for: in one transaction, and once, however often and by whom it is
 * told. Undefined: it is none of ours, or nothing came of it yet that the operator could need.
 */
export function takePayment(db: Database, said: SaidPayment, collector: string): Promise<TakenPayment | undefined> {
  return db.$transaction(async (tx) => {
    const asked = await findAsked(tx, said.reference);
    if (!asked && !isOurReference(said.reference)) return undefined;
    const { state, why } = judgePayment(said, asked, collector);
    const known = await insertOnce(tx, said, asked, state);
    if (!known) return undefined;
    const after = furtherState(known.state ?? undefined, state);
    if (after !== known.state)
      await tx.$executeRaw`
        UPDATE public.payment SET state = ${after}, why = ${after === state ? why : null}, amount = ${said.amount}::numeric, settled_at = now()
        WHERE id = ${known.id}`;
    if (after !== "approved") return { id: known.id, state: after, granted: false, isFurther: false };
    const [given] = await tx.$queryRaw<{ granted: boolean; others: boolean }[]>`
      SELECT public.grant_payment(${known.id}) AS granted, EXISTS (SELECT FROM public.payment p
        WHERE p.checkout_id = ${asked?.id ?? null} AND p.id <> ${known.id} AND p.granted_at IS NOT NULL) AS others`;
    if (asked)
      await tx.$executeRaw`UPDATE public.checkout SET closed_at = now() WHERE id = ${asked.id} AND closed_at IS NULL`;
    const granted = given?.granted ?? false;
    return { id: known.id, state: after, granted, isFurther: granted && given?.others === true };
  });
}

async function findAsked(tx: Transaction, reference: string): Promise<Checkout | undefined> {
  const [asked] = await tx.$queryRaw<Checkout[]>`
    SELECT id, company_id AS "companyId", kind, plan_id AS "planId", months, vouchers, amount::text, reference
    FROM public.checkout WHERE reference = ${reference}`;
  return asked;
}

/** The payment's row, locked, with the state that it has; of a new one with its first, which is written as any other. */
async function insertOnce(tx: Transaction, said: SaidPayment, asked: Checkout | undefined, state: PaymentState) {
  // Without a checkout it is of use only where money came.
  if (asked || state === "review")
    await tx.$executeRaw`
      INSERT INTO public.payment (provider_id, checkout_id, company_id, kind, plan_id, months, vouchers, amount, currency, reference, state)
      VALUES (${said.id}, ${asked?.id ?? null}, ${asked?.companyId ?? null}, ${asked?.kind ?? null}, ${asked?.planId ?? null}, ${asked?.months ?? null},
        ${asked?.vouchers ?? null}, ${said.amount}::numeric, ${said.currency}, ${said.reference}, 'pending')
      ON CONFLICT (provider_id) DO NOTHING`;
  const [row] = await tx.$queryRaw<{ id: number; state: PaymentState }[]>`
    SELECT id, state FROM public.payment WHERE provider_id = ${said.id} FOR UPDATE`;
  return row;
}
