import type { VatRounding } from "../../domain/amounts.js";
import type { BilledPayment, Payer } from "../../domain/payments/bill-of-payment.js";
import type { NamedVoucher } from "../../domain/voucher-words.js";
import type { Statements } from "../pool/database.js";

/** Voucher of a payment. It is the billing company's. */
export interface BillVoucher extends NamedVoucher {
  id: number;
}

/** Payment whose voucher is to be issued, and whose it is. */
export interface UnbilledPayment extends BilledPayment {
  companyId: number;
}

/** Remembers that payments are billed from now on. Those of before are billed by the operator's word alone. */
export async function beginBilling(db: Statements): Promise<void> {
  await db.$executeRaw`UPDATE public.payment_watch SET billing_since = now() WHERE billing_since IS NULL`;
}

/**
 * Claims payments whose voucher it is time to ask for, for two minutes: a process that ends meanwhile leaves them for the next, which asks with the
 * same key. What was begun is gone on with whatever became of the payment, until it is known whether there is a voucher.
 * @param billerId the company that bills, and gets none itself
 */
export async function claimUnbilled(db: Statements, billerId: number, limit: number): Promise<UnbilledPayment[]> {
  const claimed = await db.$queryRaw<{ id: number }[]>`
    UPDATE public.payment SET bill_state = 'waiting', bill_at = now() + interval '2 minutes', bill_since = coalesce(bill_since, now())
    WHERE id IN (SELECT id FROM public.payment
      WHERE bill_state = 'waiting' AND bill_at <= now() OR bill_state IS NULL AND state = 'approved' AND company_id <> ${billerId}
        AND granted_at >= (SELECT billing_since FROM public.payment_watch)
      ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id`;
  return db.$queryRaw`
    SELECT p.id, p.company_id AS "companyId", p.kind, p.vouchers, p.amount::text, l.title AS plan, p.period_from::text AS "periodFrom",
      p.period_until::text AS "periodUntil"
    FROM public.payment p LEFT JOIN public.plan l ON l.id = p.plan_id
    WHERE p.id = ANY(${claimed.map(({ id }) => id)}::bigint[]) ORDER BY p.id`;
}

/** The payer, as its own company says it is. */
export async function findPayer(db: Statements, companyId: number): Promise<Payer | undefined> {
  const [found] = await db.$queryRaw<Payer[]>`
    SELECT cuit, name, tax_type AS "taxType", address, state_id AS "stateId", account_email AS "accountEmail"
    FROM company WHERE id = ${companyId}`;
  return found;
}

/** Voucher that a company has under a key. */
export async function findVoucherOfKey(
  db: Statements,
  companyId: number,
  production: boolean,
  key: string,
): Promise<BillVoucher | undefined> {
  const [found] = await db.$queryRaw<BillVoucher[]>`
    SELECT id, pos_number AS "posNumber", voucher_type AS "voucherType", voucher_number AS "voucherNumber"
    FROM voucher WHERE company_id = ${companyId} AND production = ${production} AND idempotency = ${key}`;
  return found;
}

/** Voucher of a company, by its numbers, with its total. */
export async function findVoucherOfNumber(
  db: Statements,
  { companyId, production }: { companyId: number; production: boolean },
  { posNumber, voucherType, voucherNumber }: Omit<BillVoucher, "id">,
): Promise<(BillVoucher & { total: string; currency: string }) | undefined> {
  const [found] = await db.$queryRaw<(BillVoucher & { total: string; currency: string })[]>`
    SELECT id, pos_number AS "posNumber", voucher_type AS "voucherType", voucher_number AS "voucherNumber", total_amount::text AS total, currency
    FROM voucher WHERE company_id = ${companyId} AND production = ${production} AND pos_number = ${posNumber} AND voucher_type = ${voucherType}
      AND voucher_number = ${voucherNumber}`;
  return found;
}

/** Company that bills. Undefined: none has the code. */
export async function findBiller(db: Statements, code: string) {
  const [found] = await db.$queryRaw<
    { companyId: number; companyCode: string; taxType: number; vatRounding: VatRounding; withheldA: boolean }[]
  >`
    SELECT id AS "companyId", code AS "companyCode", tax_type AS "taxType", vat_rounding AS "vatRounding", withheld_a AS "withheldA"
    FROM public.company WHERE code = ${code}`;
  return found;
}

/**
 * Ties a payment and its voucher, from a state in which it has none. False where it has one already, or another payment has this voucher.
 */
export const bindVoucher = async (db: Statements, id: number, voucher: BillVoucher, from: string[]): Promise<boolean> =>
  (await db.$executeRaw`
    UPDATE public.payment SET bill_state = 'issued', bill_at = NULL, bill_problem = NULL, voucher_id = ${voucher.id},
      voucher_pos = ${voucher.posNumber}, voucher_type = ${voucher.voucherType}, voucher_number = ${voucher.voucherNumber}
    WHERE id = ${id} AND coalesce(bill_state, 'new') = ANY(${from})
      AND NOT EXISTS (SELECT FROM public.payment WHERE voucher_id = ${voucher.id})`) > 0;

/** The next try is in a minute. */
export async function tryBillAgain(db: Statements, id: number, problem: string): Promise<void> {
  await db.$executeRaw`
    UPDATE public.payment SET bill_at = now() + interval '1 minute', bill_problem = left(${problem}, 2000)
    WHERE id = ${id} AND bill_state = 'waiting'`;
}

/** Stops a bill that was refused: a person must mend something first. */
export async function stopBill(db: Statements, id: number, problem: string): Promise<void> {
  await db.$executeRaw`
    UPDATE public.payment SET bill_state = 'stopped', bill_at = NULL, bill_problem = left(${problem}, 2000)
    WHERE id = ${id} AND bill_state = 'waiting'`;
}
