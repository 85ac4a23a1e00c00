import { adminCommand } from "../../../shared/config/config.js";
import { findBiller } from "../../../shared/db/payments/bills.js";
import { listUnbilled } from "../../../shared/db/payments/known-payments.js";
import {
  countWaitingPayments,
  measurePaymentDelays,
  type WaitingState,
} from "../../../shared/db/payments/waiting-payments.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { type CheckResult, failed, passed } from "./check.js";

/** So long after its time, what is due was asked about by any process that takes payments. */
const lateSeconds = 300;
const unansweredSeconds = 600;
const unlistedSeconds = 26 * 3_600;
const maxNamed = 10;

const waysOut: Record<WaitingState, string> = {
  review: `${adminCommand("payment list --state review")}, then payment accept or payment close.`,
  ungranted: `${adminCommand("payment list --state ungranted")}: their companies have no subscription; subscription set gives one, then payment accept.`,
  refunded: `${adminCommand("payment list --state refunded")}; subscription set takes the time back, payment close ends it.`,
  charged_back: `${adminCommand("payment list --state charged_back")}; subscription set takes the time back, payment close ends it.`,
};

/** Whether payments wait for the operator, or for processes that ask about them. */
export async function checkPayments(db: Database): Promise<CheckResult> {
  const name = "payments";
  const faults: { what: string; fix: string }[] = [];
  for (const { state, count } of await countWaitingPayments(db))
    if (count > 0) faults.push({ what: `${count} in ${state}`, fix: waysOut[state] });
  const delays = await measurePaymentDelays(db);
  if (delays.unansweredSeconds > unansweredSeconds)
    faults.push({
      what: `the provider made no page for a checkout of ${minutes(delays.unansweredSeconds)} ago`,
      fix: "The pages' log says why: the provider made no page to pay on. The person's next click asks again.",
    });
  if (delays.unlistedSeconds !== null && delays.unlistedSeconds > unlistedSeconds)
    faults.push({
      what: `the provider's payments were not listed for ${Math.round(delays.unlistedSeconds / 3_600)} h`,
      fix: "The pages' log says why. Those of 30 days are compared below, where the token is set.",
    });
  if (delays.lateSeconds > lateSeconds)
    faults.push({
      what: `nobody asked about what has been due for ${minutes(delays.lateSeconds)}`,
      fix: "Run a process that serves pages with PAYMENTS=mercadopago, or see its log.",
    });
  if (faults.length === 0) return passed(name, "none waits");
  return failed(name, faults.map(({ what }) => what).join("; "), faults.map(({ fix }) => fix).join(" "));
}

const minutes = (seconds: number) => `${Math.round(seconds / 60)} min`;

/** Whether payments lack the operator's own voucher, and why. */
export async function checkBills(db: Database, billingCompany: string | undefined): Promise<CheckResult> {
  const name = "payment vouchers";
  if (billingCompany !== undefined && !(await findBiller(db, billingCompany)))
    return failed(
      name,
      `there is no company ${billingCompany}: nobody bills`,
      "Set BILLING_COMPANY to the code of a company.",
    );
  const unbilled = await listUnbilled(db);
  if (unbilled.length === 0) return passed(name, "none is missing");
  const named = unbilled
    .slice(0, maxNamed)
    .map(({ id, company, problem }) => `${id} of ${company} (${problem ?? "no answer yet"})`);
  const others = unbilled.length > maxNamed ? " and others" : "";
  return failed(
    name,
    `none for payment ${named.join(", ")}${others}`,
    `Mend the cause, then ${adminCommand("payment bill ID")}; --voucher ties one that was issued by hand, --none ends it.`,
  );
}
