import { addDays, addMonths, toFiscalDate } from "../calendar.js";
import { printDate } from "../formats.js";
import { isRegistered } from "../issuer-conditions.js";
import { fitsLetter } from "../predictions/receiver-condition.js";
import { invoiceTypeOf } from "../voucher-types.js";

/** Payment that gave what it pays for. Days are `YYYY-MM-DD`. */
export interface BilledPayment {
  id: number;
  kind: "renewal" | "extra";
  vouchers: number | null;
  /** Pesos, a decimal. */
  amount: string;
  /** Name of the plan; null: it was paid without one. */
  plan: string | null;
  periodFrom: string;
  /** Null of extras, which are for the quota's month that begins on `periodFrom`. */
  periodUntil: string | null;
}

/** Company that paid, as its voucher names it. */
export interface Payer {
  cuit: string;
  name: string;
  taxType: number;
  address: string | null;
  stateId: number | null;
  accountEmail: string | null;
}

/** Company that bills, and where. */
export interface Biller {
  taxType: number;
  withheldA: boolean;
  posNumber: number;
  /** VAT rate code of the line. */
  rate: number;
}

const services = 2;
const cuit = 80;

/** The key of a payment's voucher: however often it is asked for, it is one. */
export const billKeyOf = (id: number): string => `payment-${id}`;

/** The body of `POST /invoices` for a payment. Source: api/payments/README.md, "The operator's own voucher". */
export function billOf(payment: BilledPayment, payer: Payer, biller: Biller, today: string) {
  const day = toFiscalDate(today);
  const until = payment.periodUntil ?? addDays(addMonths(payment.periodFrom, 1), -1);
  const { taxType, address, stateId, accountEmail } = payer;
  return {
    idempotency: billKeyOf(payment.id),
    posNumber: biller.posNumber,
    voucherType: typeFor(taxType, biller),
    concept: services,
    voucherDate: day,
    ...{ serviceFrom: toFiscalDate(payment.periodFrom), serviceTo: toFiscalDate(until), serviceExpiration: day },
    customer: { docType: cuit, docNumber: payer.cuit, name: payer.name, taxType, address, stateId },
    items: [
      {
        description: `${whatOf(payment)}, del ${printDate(payment.periodFrom)} al ${printDate(until)}`,
        ...{ quantity: 1, price: Number(payment.amount) },
        taxType: isRegistered(biller.taxType) ? biller.rate : null,
      },
    ],
    priceIncludesVat: true,
    emails: accountEmail === null ? [] : [{ email: accountEmail, name: payer.name }],
    externalReference: String(payment.id),
  };
}

function typeFor(condition: number, { taxType, withheldA }: Biller): number {
  if (!isRegistered(taxType)) return invoiceTypeOf("C");
  if (!fitsLetter("A", condition)) return invoiceTypeOf("B");
  return invoiceTypeOf("A", withheldA ? "withheld" : "ordinary");
}

function whatOf({ kind, vouchers, plan }: BilledPayment): string {
  if (kind === "extra") return `${vouchers} comprobantes adicionales`;
  return plan === null ? "Suscripción" : `Plan ${plan}`;
}
