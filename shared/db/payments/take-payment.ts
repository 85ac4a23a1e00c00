import { furtherState, isOurReference, judgePayment } from "../../domain/payments/judge-payment.js";
import type { PaymentState, SaidPayment } from "../../domain/payments/payment-state.js";
import type { Database, Transaction } from "../pool/database.js";
import type { Checkout } from "./checkouts.js";

export interface TakenPayment {
  id: number;
  state: PaymentState;
  /** Whether its state is another than before. */
  isChanged: boolean;
  /** Whether it gave now what it pays for. */
  granted: boolean;
  /** Payments of its checkout that had given something before it did. */
  earlier: number[];
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
    const isChanged = after !== known.state;
    if (isChanged)
      await tx.$executeRaw`
        UPDATE public.payment SET state = ${after}, why = ${after === state ? why : null}, amount = ${said.amount}::numeric, settled_at = now()
        WHERE id = ${known.id}`;
    const taken = { id: known.id, state: after, isChanged };
    if (after !== "approved") return { ...taken, granted: false, earlier: [] };
    const [given] = await tx.$queryRaw<{ granted: boolean }[]>`SELECT public.grant_payment(${known.id}) AS granted`;
    if (asked)
      await tx.$executeRaw`UPDATE public.checkout SET closed_at = now() WHERE id = ${asked.id} AND closed_at IS NULL`;
    const granted = given?.granted ?? false;
    return { ...taken, granted, earlier: granted && asked ? await listGranted(tx, asked.id, known.id) : [] };
  });
}

async function findAsked(tx: Transaction, reference: string): Promise<Checkout | undefined> {
  const [asked] = await tx.$queryRaw<Checkout[]>`
    SELECT id, company_id AS "companyId", kind, plan_id AS "planId", months, vouchers, amount::text, reference
    FROM public.checkout WHERE reference = ${reference}`;
  return asked;
}

/** Lists the payments of a checkout that gave something, but for one. To be asked after it gave its own, which waits for the others to commit. */
async function listGranted(tx: Transaction, checkoutId: number, but: number): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM public.payment WHERE checkout_id = ${checkoutId} AND id <> ${but} AND granted_at IS NOT NULL ORDER BY id`;
  return rows.map(({ id }) => id);
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
