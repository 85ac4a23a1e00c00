import type { ListedState, ReviewReason, ShownState } from "../../domain/payments/payment-state.js";
import { countRows } from "../fragments/count-rows.js";
import { Prisma } from "../generated/client.js";
import type { Statements } from "../pool/database.js";
import type { BillVoucher } from "./bills.js";
import type { PaymentKind } from "./checkouts.js";

/** A payment, or a checkout of which none came. Null of what is not known yet. */
export interface ListedPayment {
  id: number;
  kind: PaymentKind | null;
  amount: string;
  state: ShownState;
  reference: string;
  created: Date;
  settled: Date | null;
  /** The operator's own, for the payment. */
  voucher: BillVoucher | null;
}

/** Listed payment with what the operator needs. */
export interface OperatorsPayment extends ListedPayment {
  company: string | null;
  providerId: string | null;
  currency: string;
  why: ReviewReason | null;
  periodFrom: string | null;
  periodUntil: string | null;
  because: string | null;
  /** How far its voucher is. */
  bill: { state: BillState | null; problem: string | null };
}

/** `stopped`: refused, and waits for the operator. `none`: the operator wants none. */
type BillState = "waiting" | "issued" | "stopped" | "none";

/** Both kinds of rows as one list. A payment that is pending for 30 days is told as expired: it counts all the same when it comes. */
const rows = Prisma.sql`
  SELECT c.id, c.company_id, c.kind, c.amount, CASE WHEN c.closed_at IS NULL AND c.ends_at > now() THEN 'open' ELSE 'expired' END AS state,
    c.reference, c.created_at, NULL::timestamptz AS settled_at, NULL::timestamptz AS granted_at, NULL::text AS provider_id, 'ARS'::text AS currency, NULL::text AS why,
    NULL::date AS period_from, NULL::date AS period_until, NULL::text AS because, NULL::text AS bill_state, NULL::text AS bill_problem,
    NULL::json AS voucher
  FROM checkout c WHERE NOT EXISTS (SELECT FROM payment p WHERE p.checkout_id = c.id)
  UNION ALL
  SELECT p.id, p.company_id, p.kind, p.amount,
    CASE WHEN p.state = 'pending' AND p.created_at < now() - interval '30 days' THEN 'expired' ELSE p.state END,
    p.reference, p.created_at, p.settled_at, p.granted_at, p.provider_id, p.currency, p.why, p.period_from, p.period_until, p.because,
    p.bill_state, p.bill_problem, CASE WHEN p.voucher_id IS NOT NULL THEN json_build_object('id', p.voucher_id, 'posNumber', p.voucher_pos,
      'voucherType', p.voucher_type, 'voucherNumber', p.voucher_number) END
  FROM payment p`;

/** Lists a company's payments, the newest first. */
export const listPayments = (
  db: Statements,
  companyId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedPayment[]> =>
  db.$queryRaw`
    SELECT id, kind, amount::text, state, reference, created_at AS created, settled_at AS settled, voucher
    FROM (${rows}) r WHERE company_id = ${companyId} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`;

export const countPayments = (db: Statements, companyId: number): Promise<number> =>
  countRows(db, Prisma.sql`(${rows}) r WHERE company_id = ${companyId}`);

/** For the operator: of a company or of all, in a state or in any, or one row. */
export const listAllPayments = (
  db: Statements,
  {
    companyId = null,
    state = null,
    id = null,
  }: { companyId?: number | null; state?: ListedState | null; id?: number | null },
): Promise<OperatorsPayment[]> =>
  db.$queryRaw`
    SELECT r.id, c.code AS company, r.kind, r.amount::text, r.currency, r.state, r.why, r.reference, r.provider_id AS "providerId",
      r.created_at AS created, r.settled_at AS settled, r.period_from::text AS "periodFrom", r.period_until::text AS "periodUntil", r.because, r.voucher,
      json_build_object('state', r.bill_state, 'problem', r.bill_problem) AS bill
    FROM (${rows}) r LEFT JOIN company c ON c.id = r.company_id
    WHERE (${companyId}::int IS NULL OR r.company_id = ${companyId}) AND (${state}::text IS NULL OR r.state = ${state} OR ${state} = 'ungranted' AND r.state = 'approved' AND r.granted_at IS NULL)
      AND (${id}::bigint IS NULL OR r.id = ${id}) ORDER BY r.id DESC LIMIT 500`;
