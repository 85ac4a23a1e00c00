import type { ServiceCaller } from "../../shared/db/company/caller.js";
import {
  beginBilling,
  bindVoucher,
  claimUnbilled,
  findBiller,
  findPayer,
  findVoucherOfKey,
  stopBill,
  tryBillAgain,
  type UnbilledPayment,
} from "../../shared/db/payments/bills.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { TenantDatabase } from "../../shared/db/pool/tenant-database.js";
import { argentineDay } from "../../shared/domain/calendar.js";
import { billKeyOf, billOf } from "../../shared/domain/payments/bill-of-payment.js";
import { failpoint } from "../../shared/failpoints/failpoint.js";
import type { Log } from "../../shared/logging/log.js";

/** Company that bills, where, and with which rate of VAT. */
export interface BillingSettings {
  company: string;
  production: boolean;
  posNumber: number;
  rate: number;
}

/** Answer of `POST /invoices`. */
interface BillAnswer {
  status: number;
  /** Code and words of a refusal. */
  problem: string;
}

export interface BillingDeps {
  people: Database;
  reading: TenantDatabase;
  log: Log;
  now(): number;
  /** Issues as the billing company, by the API's own way. */
  issue(caller: ServiceCaller, body: { idempotency: string }): Promise<BillAnswer>;
}

export type Billing = ReturnType<typeof openBilling>;

type BillingCompany = NonNullable<Awaited<ReturnType<typeof findBiller>>>;

const atOnce = 5;

/**
 * Issues the operator's own voucher for each payment. Its trouble touches no renewal: what was paid for was given before.
 * Source: api/payments/README.md, "The operator's own voucher".
 */
export function openBilling({ people, reading, log, now, issue }: BillingDeps, settings: BillingSettings) {
  const { production, posNumber, rate } = settings;

  async function bill(payment: UnbilledPayment, biller: BillingCompany): Promise<void> {
    const { id, companyId } = payment;
    const { withheldA, ...company } = biller;
    const payer = await findPayer(reading.of({ companyId, production }), companyId);
    if (!payer) return stopBill(people, id, "the company that paid is not here");
    const body = billOf(payment, payer, { taxType: company.taxType, withheldA, posNumber, rate }, argentineDay(now()));
    // Looked for first: the payer's condition, and with it the voucher's type, may have changed since an answer was lost.
    if (await bindIssued(payment, biller)) return;
    const caller: ServiceCaller = { ...company, production, scopes: ["issue"], apiKeyId: null, userEmail: null };
    const { status, problem } = await issue(caller, body);
    failpoint("after_bill");
    if (await bindIssued(payment, biller)) return;
    if (!isFinal(status)) {
      log.warn({ payment: id, status, problem }, "a payment has no voucher yet; it is tried again");
      return tryBillAgain(people, id, problem);
    }
    log.error({ payment: id, status, problem }, "a payment's voucher was refused, and waits for the operator");
    return stopBill(people, id, problem);
  }

  /** Whether the payment's key has a voucher, which is then the payment's: also where the operator has ended it meanwhile. */
  async function bindIssued({ id }: UnbilledPayment, { companyId }: BillingCompany): Promise<boolean> {
    const voucher = await findVoucherOfKey(reading.of({ companyId, production }), companyId, production, billKeyOf(id));
    if (!voucher) return false;
    const isBound = await bindVoucher(people, id, voucher, ["waiting", "none"]);
    if (!isBound)
      log.error({ payment: id, voucher: voucher.id }, "a payment has another voucher than was issued for it");
    return true;
  }

  return {
    /** Asks for the vouchers whose time it is. One that fails does not hold up the others. */
    async round(): Promise<void> {
      const company = await findBiller(people, settings.company);
      if (!company) throw new Error(`BILLING_COMPANY: there is no company ${settings.company}`);
      await beginBilling(people);
      for (const payment of await claimUnbilled(people, company.companyId, atOnce))
        await bill(payment, company).catch((error) =>
          log.warn({ error, payment: payment.id }, "a payment has no voucher yet; it is tried again"),
        );
    },
  };
}

/** Whether the same body will be refused again: nobody mended anything. 409 is an outcome that is not known yet, or another request. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 409 && status !== 429;
