import { writeAudited, writeIfChanged } from "../../shared/db/company/audit-entries.js";
import { getCompany } from "../../shared/db/company/companies.js";
import type { PaymentKind } from "../../shared/db/payments/checkouts.js";
import {
  acceptPayment,
  closePayment,
  findByReference,
  findWaiting,
  recordTransfer,
} from "../../shared/db/payments/operators-word.js";
import { findPaidSubscription, type PricedPlan, savePaidPlan } from "../../shared/db/payments/plans.js";
import type { Transaction } from "../../shared/db/pool/database.js";
import { asLocalized } from "../../shared/domain/localized-text.js";
import { businessFault } from "../http/errors.js";
import type { CompanyOperator } from "./operator.js";

const refused = (why: string) => businessFault(asLocalized(why));

/** Gives a company a plan and its quota; null: it pays none here, and its quota stays. Tells whether that changed anything. */
export async function changePlan(operator: CompanyOperator, plan: PricedPlan | null, today: string): Promise<boolean> {
  const { companyId } = operator;
  const { changed } = await writeIfChanged({ ...operator, production: null }, async (tx) => {
    const before = await findPaidSubscription(tx, companyId, today);
    if (!before) throw refused("The company has no subscription.");
    await savePaidPlan(tx, companyId, plan?.id ?? null);
    const after = { plan: plan?.code ?? null, monthlyVouchers: plan?.monthly ?? before.monthly };
    const was = { plan: before.plan?.code ?? null, monthlyVouchers: before.monthly };
    const isChanged = was.plan !== after.plan || was.monthlyVouchers !== after.monthlyVouchers;
    const { code: resourceId } = await getCompany(tx, companyId);
    const record = { action: "subscription.update", resourceId, before: was, after };
    return { result: undefined, record: isChanged ? record : undefined };
  });
  return changed;
}

/** A renewal by the operator's word. The database audits it with what it gives. */
export async function payByTransfer(
  { db, companyId, actor }: CompanyOperator,
  paid: { plan: PricedPlan | null; months: number; amount: string; reference: string; because: string | null },
): Promise<number> {
  const { plan, ...transfer } = paid;
  const id = await db.$transaction((tx) =>
    recordTransfer(tx, { ...transfer, companyId, planId: plan?.id ?? null, saidBy: nameOf(actor) }),
  );
  if (id !== undefined) return id;
  const there = await findByReference(db, paid.reference);
  const whose = there?.company ? ` of ${there.company}` : "";
  throw refused(`Payment ${there?.id}${whose} has the reference ${paid.reference} already.`);
}

/** Grants what a payment pays for that is in review, or gave nothing: what its checkout says, or the operator where it is unknown. */
export async function acceptWaiting(
  { db, actor }: Pick<CompanyOperator, "db" | "actor">,
  id: number,
  given: {
    companyId?: number | undefined;
    kind?: PaymentKind | undefined;
    months?: number | undefined;
    because: string;
  },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const found = await findWaiting(tx, id);
    if (!found || found.granted || (found.state !== "review" && found.state !== "approved")) throw notWaiting(id);
    const companyId = found.companyId ?? given.companyId;
    const kind = found.kind ?? given.kind;
    if (companyId === undefined || kind === undefined)
      throw refused("Its checkout is unknown: --company and --kind are needed.");
    const months = kind === "renewal" ? (found.months ?? given.months ?? null) : null;
    const vouchers = kind === "extra" ? (found.vouchers ?? given.months ?? null) : null;
    if ((months ?? vouchers) === null) throw refused("Its checkout is unknown: --months is needed.");
    const accepted = { companyId, kind, months, vouchers, saidBy: nameOf(actor), because: given.because };
    const outcome = await acceptPayment(tx, id, accepted);
    if (outcome === "counted") throw notWaiting(id);
    if (outcome === "granted") return;
    const { code } = await getCompany(tx, companyId);
    throw refused(`Payment ${id} can give nothing: ${code} has no subscription. Give it one with subscription set.`);
  });
}

/** Ends a payment of which nothing comes any more. */
export async function closeWaiting(
  { db, actor }: Pick<CompanyOperator, "db" | "actor">,
  id: number,
  because: string,
): Promise<void> {
  const found = await findWaiting(db, id);
  const close = async (tx: Transaction) => {
    if (!(await closePayment(tx, id, nameOf(actor), because))) throw refused(`Payment ${id} does not wait for you.`);
  };
  const companyId = found?.companyId ?? null;
  // Of a payment whose company is unknown there is no log to write in; the row keeps who closed it, and why.
  if (companyId === null) return db.$transaction(close);
  await writeAudited({ db, actor, companyId, production: null }, async (tx) => {
    await close(tx);
    const change = { before: { state: found?.state }, after: { state: "closed", because } };
    return { result: undefined, record: { action: "payment.close", resourceId: String(id), ...change } };
  });
}

const notWaiting = (id: number) =>
  refused(`Payment ${id} cannot be accepted: it counts already, nothing came, or it was closed.`);

const nameOf = (actor: CompanyOperator["actor"]): string =>
  actor.type === "admin" ? (actor.name ?? actor.type) : actor.type;
