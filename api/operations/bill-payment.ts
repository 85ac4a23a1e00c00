import { writeAudited } from "../../shared/db/company/audit-entries.js";
import { bindVoucher, findBiller, findVoucherOfNumber } from "../../shared/db/payments/bills.js";
import type { OperatorsPayment } from "../../shared/db/payments/list-payments.js";
import { askForBill, endBill } from "../../shared/db/payments/operators-word.js";
import type { Transaction } from "../../shared/db/pool/database.js";
import { asLocalized } from "../../shared/domain/localized-text.js";
import type { NamedVoucher } from "../../shared/domain/voucher-words.js";
import { businessFault } from "../http/errors.js";
import type { CompanyOperator } from "./operator.js";

const refused = (why: string) => businessFault(asLocalized(why));

/** Company that bills, and its environment. */
export interface BillingPlace {
  company: string;
  production: boolean;
}

/** Lets the processes that serve pages issue a payment's voucher, or try again after the mending. */
export const billAgain = (operator: CompanyOperator, payment: OperatorsPayment): Promise<void> =>
  decide(operator, payment, { voucher: "asked for" }, (tx) => askForBill(tx, payment.id));

/** Ends it: the operator wants no voucher for this payment. */
export const billNone = (operator: CompanyOperator, payment: OperatorsPayment, because: string): Promise<void> =>
  decide(operator, payment, { voucher: null, because }, (tx) => endBill(tx, payment.id, because));

/** Ties a voucher that somebody issued by hand. */
export async function billByHand(
  operator: CompanyOperator,
  payment: OperatorsPayment,
  numbers: NamedVoucher,
  place: BillingPlace,
): Promise<void> {
  const biller = await findBiller(operator.db, place.company);
  if (!biller) throw refused(`BILLING_COMPANY: there is no company ${place.company}.`);
  const tenant = { companyId: biller.companyId, production: place.production };
  const name = Object.values(numbers).join("-");
  const voucher = await findVoucherOfNumber(operator.db, tenant, numbers);
  if (!voucher)
    throw refused(`${place.company} has no voucher ${name} in ${place.production ? "production" : "homologation"}.`);
  if (voucher.total !== payment.amount || voucher.currency !== "PES")
    throw refused(
      `Voucher ${name} is of ${voucher.currency} ${voucher.total}, and the payment of ${payment.amount} pesos.`,
    );
  await decide(operator, payment, { voucher: name }, (tx) =>
    bindVoucher(tx, payment.id, voucher, ["new", "stopped", "none"]),
  );
}

async function decide(
  operator: CompanyOperator,
  payment: OperatorsPayment,
  after: object,
  write: (tx: Transaction) => Promise<boolean>,
): Promise<void> {
  if (payment.periodFrom === null) throw refused(`Payment ${payment.id} gave nothing: there is nothing to bill.`);
  await writeAudited({ ...operator, production: null }, async (tx) => {
    if (!(await write(tx))) throw refused(whyNot(payment));
    const change = { before: { voucher: payment.bill.state }, after };
    return { result: undefined, record: { action: "payment.bill", resourceId: String(payment.id), ...change } };
  });
}

function whyNot({ id, bill, voucher }: OperatorsPayment): string {
  if (voucher) return `Payment ${id} has voucher ${voucher.posNumber}-${voucher.voucherType}-${voucher.voucherNumber}.`;
  if (bill.state === "waiting")
    return `The voucher of payment ${id} is on its way${bill.problem === null ? "" : `: ${bill.problem}`}. --none ends that.`;
  if (bill.state === "none") return `Payment ${id} gets no voucher already.`;
  return "The voucher is another payment's, or somebody else decided at the same time.";
}
