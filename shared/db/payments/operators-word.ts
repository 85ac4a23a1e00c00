import type { PaymentState } from "../../domain/payments/payment-state.js";
import type { Statements, Transaction } from "../pool/database.js";
import type { PaymentKind } from "./checkouts.js";

/** A transfer, as the operator tells it. */
export interface Transfer {
  companyId: number;
  planId: number | null;
  months: number;
  amount: string;
  reference: string;
  saidBy: string;
  because: string | null;
}

/** Gives the row's id; undefined where the reference is taken. */
export async function recordTransfer(tx: Transaction, transfer: Transfer): Promise<number | undefined> {
  const { companyId, planId, months, amount, reference, saidBy, because } = transfer;
  const [made] = await tx.$queryRaw<{ id: number }[]>`
    INSERT INTO payment (company_id, kind, plan_id, months, amount, currency, reference, state, settled_at, said_by, because)
    SELECT ${companyId}, 'renewal', ${planId}, ${months}, ${amount}::numeric, 'ARS', ${reference}, 'approved', now(), ${saidBy}, ${because}
    WHERE NOT EXISTS (SELECT FROM payment WHERE reference = ${reference})
    ON CONFLICT DO NOTHING RETURNING id`;
  if (made) await tx.$queryRaw`SELECT grant_payment(${made.id})`;
  return made?.id;
}

/** The payment that has a reference, the newest where there are several, and whose it is. */
export async function findByReference(
  db: Statements,
  reference: string,
): Promise<{ id: number; company: string | null } | undefined> {
  const [found] = await db.$queryRaw<{ id: number; company: string | null }[]>`
    SELECT p.id, c.code AS company FROM payment p LEFT JOIN company c ON c.id = p.company_id
    WHERE p.reference = ${reference} ORDER BY p.id DESC LIMIT 1`;
  return found;
}

/** Purchase by a payment that gave nothing, by the operator's word. */
export interface Acceptance {
  companyId: number;
  kind: PaymentKind;
  months: number | null;
  vouchers: number | null;
  saidBy: string;
  because: string;
}

/**
 * Lets a payment in review count, or one that is approved and gave nothing. `counted`: it did already, or nobody waits for it. `ungranted`: its company
 * has no subscription, so nothing can be given; the transaction is to be taken back.
 */
export async function acceptPayment(
  tx: Transaction,
  id: number,
  accepted: Acceptance,
): Promise<"granted" | "ungranted" | "counted"> {
  const { companyId, kind, months, vouchers, saidBy, because } = accepted;
  const changed = await tx.$executeRaw`
    UPDATE payment SET state = 'approved', company_id = ${companyId}, kind = ${kind}, months = ${months}, vouchers = ${vouchers},
      said_by = ${saidBy}, because = ${because}, settled_at = CASE WHEN state = 'review' THEN now() ELSE settled_at END
    WHERE id = ${id} AND (state = 'review' OR state = 'approved' AND granted_at IS NULL)`;
  if (changed === 0) return "counted";
  const [given] = await tx.$queryRaw<{ granted: boolean }[]>`SELECT grant_payment(${id}) AS granted`;
  if (!given?.granted) return "ungranted";
  await tx.$executeRaw`
    UPDATE checkout SET closed_at = now() WHERE closed_at IS NULL AND id = (SELECT checkout_id FROM payment WHERE id = ${id})`;
  return "granted";
}

/** Ends a payment of which nothing comes any more. False where it is not one that waits for the operator. */
export const closePayment = async (tx: Transaction, id: number, saidBy: string, because: string): Promise<boolean> =>
  (await tx.$executeRaw`
    UPDATE payment SET state = 'closed', said_by = ${saidBy}, because = ${because}, settled_at = now()
    WHERE id = ${id} AND state IN ('review', 'refunded', 'charged_back')`) > 0;

/** Lets the voucher of a payment be asked for, or asked for again. False where it has one, where one is on its way, or nothing was given. */
export const askForBill = async (tx: Statements, id: number): Promise<boolean> =>
  (await tx.$executeRaw`
    UPDATE payment SET bill_state = 'waiting', bill_at = now(), bill_since = now(), bill_problem = NULL
    WHERE id = ${id} AND granted_at IS NOT NULL AND coalesce(bill_state, 'none') IN ('none', 'stopped')`) > 0;

/** The operator wants no voucher for it. False where it has one, or nothing was given. */
export const endBill = async (tx: Statements, id: number, because: string): Promise<boolean> =>
  (await tx.$executeRaw`
    UPDATE payment SET bill_state = 'none', bill_at = NULL, bill_problem = ${because}
    WHERE id = ${id} AND granted_at IS NOT NULL AND coalesce(bill_state, 'stopped') IN ('stopped', 'waiting')`) > 0;

/** Payment that may wait for the operator, with what its checkout says it pays for. */
export interface WaitingPayment {
  state: PaymentState;
  granted: boolean;
  companyId: number | null;
  kind: PaymentKind | null;
  months: number | null;
  vouchers: number | null;
}

export async function findWaiting(db: Statements, id: number): Promise<WaitingPayment | undefined> {
  const [found] = await db.$queryRaw<WaitingPayment[]>`
    SELECT state, granted_at IS NOT NULL AS granted, company_id AS "companyId", kind, months, vouchers FROM payment WHERE id = ${id}`;
  return found;
}
