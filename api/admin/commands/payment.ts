import { type Command, Option } from "commander";
import type { PaymentKind } from "../../../shared/db/payments/checkouts.js";
import { listAllPayments, type OperatorsPayment } from "../../../shared/db/payments/list-payments.js";
import { findPaidSubscription, listPlans, recordPlan, recordRetirement } from "../../../shared/db/payments/plans.js";
import { argentineDay } from "../../../shared/domain/calendar.js";
import { type ListedState, listedStates } from "../../../shared/domain/payments/payment-state.js";
import { centsOf, readPesos } from "../../../shared/domain/payments/pesos.js";
import { billAgain, billByHand, billNone } from "../../operations/bill-payment.js";
import { acceptWaiting, closeWaiting, payByTransfer } from "../../operations/payments.js";
import { day, newCompany } from "../../schemas/company.js";
import { getPlan } from "../get-plan.js";
import { notDone, notThere } from "../not-done.js";
import { addCompanyVerb, addVerb, type CompanyOption, rowId, wholeNumber } from "../options.js";
import {
  adminOf,
  type CommandContext,
  type CommandOutput,
  getCompanyByCode,
  operatorOf,
  type RunCommand,
} from "../perform.js";
import { readOption, WrongValue } from "../read-option.js";
import { reason } from "../reason.js";
import { drawFields, drawTable } from "../table.js";

interface PlanOptions {
  name: string;
  monthly: number;
  price: string;
  months: string;
  extra?: number;
  extraPrice?: string;
}

interface PayOptions extends CompanyOption {
  amount: string;
  reference: string;
  months?: number;
  because?: string;
}

interface BillOptions {
  voucher?: string;
  none?: boolean;
  because?: string;
}

interface AcceptOptions {
  because: string;
  company?: string;
  kind?: PaymentKind;
  months?: number;
}

/** `plan create|list|retire`, `subscription pay`, `payment list|show|accept|bill|close`. Source: api/README.md, "The plan and its payment". */
export function addPaymentCommands(
  program: Command,
  perform: RunCommand,
  { plan, subscription }: { plan: Command; subscription: Command },
): void {
  addPlanVerbs(plan, perform);

  addCompanyVerb(subscription, "pay", "enter a renewal that was paid by transfer; takes effect at once")
    .requiredOption("--amount <pesos>", "what was paid")
    .requiredOption("--reference <text>", "what the transfer says; no other payment may have it")
    .option("--months <number>", "how long it pays for; default: the plan's", wholeNumber)
    .option("--because <text>", "why, where it is less than the plan's price", reason)
    .action((options: PayOptions) => perform((office) => pay(office, options)));

  const payment = program.command("payment").description("what was paid, and what waits for you");
  addVerb(payment, "list", "list payments, the newest first")
    .option("--company <code>", "of this company alone")
    .addOption(
      new Option("--state <state>", "in this state alone; ungranted: approved, and gave nothing").choices([
        ...listedStates,
      ]),
    )
    .action(({ company, state }: { company?: string; state?: ListedState }) =>
      perform(async (office) => {
        const companyId = company === undefined ? null : (await getCompanyByCode(office, company)).id;
        const payments = await listAllPayments(office.db, { companyId, state: state ?? null });
        const rows = payments.map((one) => [one.id, one.company, one.kind, one.amount, one.state, one.reference]);
        const headings = ["id", "company", "kind", "amount", "state", "reference"];
        return { json: { payments }, text: drawTable(headings, rows, "There are no payments.") };
      }),
    );
  const ofPayment = (verb: string, description: string) =>
    addVerb(payment, verb, description).argument("<id>", "the payment's id, as listed", rowId);
  ofPayment("show", "show one payment").action((id: number) =>
    perform(async (office) => describe(await getPayment(office, id))),
  );
  ofPayment("accept", "let a payment count that is in review, or was approved and gave nothing")
    .requiredOption("--because <text>", "why", reason)
    .option("--company <code>", "whose it is, where its checkout is unknown")
    .addOption(new Option("--kind <kind>", "what it pays for, likewise").choices(["renewal", "extra"]))
    .option("--months <number>", "how long it pays for, or how many vouchers, likewise", wholeNumber)
    .action((id: number, options: AcceptOptions) =>
      perform(async (office) => {
        const { company: known } = await getPayment(office, id);
        const fault = faultOf(known !== null, options);
        if (fault) throw new WrongValue(fault);
        const { because, company, kind, months } = options;
        const companyId = company === undefined ? undefined : (await getCompanyByCode(office, company)).id;
        await acceptWaiting({ db: office.db, actor: adminOf(office) }, id, { because, companyId, kind, months });
        return describe(await getPayment(office, id));
      }),
    );
  ofPayment("bill", "let the billing company issue its voucher, again after a refusal was mended")
    .option("--voucher <pos-type-number>", "tie this voucher of it, which was issued by hand, instead")
    .option("--none", "there will be none")
    .option("--because <text>", "why there will be none", reason)
    .action((id: number, options: BillOptions) => perform((office) => bill(office, id, options)));
  ofPayment("close", "end a payment of which nothing comes any more")
    .requiredOption("--because <text>", "why", reason)
    .action((id: number, { because }: { because: string }) =>
      perform(async (office) => {
        await closeWaiting({ db: office.db, actor: adminOf(office) }, id, because);
        return describe(await getPayment(office, id));
      }),
    );
}

async function bill(
  office: CommandContext,
  id: number,
  { voucher, none, because }: BillOptions,
): Promise<CommandOutput> {
  if (voucher !== undefined && none) throw new WrongValue("--voucher and --none exclude each other.");
  if ((none === true) !== (because !== undefined)) throw new WrongValue("--none and --because go together.");
  const numbers = voucher === undefined ? undefined : readVoucher(voucher);
  const payment = await getPayment(office, id);
  if (payment.company === null) throw notDone(`Nobody knows whose payment ${id} is: payment accept says it.`);
  const operator = await operatorOf(office, payment.company);
  const { BILLING_COMPANY: company, BILLING_ENV } = office.config;
  if (none) await billNone(operator, payment, because ?? "");
  else if (company === undefined) throw notDone("BILLING_COMPANY is not set: nobody bills.");
  else if (company === payment.company) throw notDone(`${company} bills, and pays nothing here.`);
  else if (numbers) await billByHand(operator, payment, numbers, { company, production: BILLING_ENV === "production" });
  else await billAgain(operator, payment);
  return describe(await getPayment(office, id));
}

function readVoucher(text: string) {
  const [, posNumber, voucherType, voucherNumber] = /^(\d{1,5})-(\d{1,3})-(\d{1,8})$/.exec(text) ?? [];
  if (voucherNumber === undefined) throw new WrongValue("--voucher: POS-TYPE-NUMBER, such as 1-6-12.");
  return { posNumber: Number(posNumber), voucherType: Number(voucherType), voucherNumber: Number(voucherNumber) };
}

/** Judges the purchase that a person names, which is for a payment whose checkout is unknown: all of it or nothing. */
function faultOf(isKnown: boolean, { company, kind, months }: AcceptOptions): string | undefined {
  const given = [company, kind, months].filter((one) => one !== undefined).length;
  if (isKnown) return given > 0 ? "Its checkout is known: leave --company, --kind and --months out." : undefined;
  if (given < 3 || months === undefined) return "Its checkout is unknown: --company, --kind and --months are needed.";
  if (kind === "extra") return months < 1 ? "--months: at least 1, of extra vouchers." : undefined;
  return areMonths(months) ? undefined : wrongMonths;
}

const areMonths = (months: number) => months >= 1 && months <= 120;
const wrongMonths = "--months: 1 to 120.";

function addPlanVerbs(plan: Command, perform: RunCommand): void {
  addVerb(plan, "create <code>", "create a plan that companies can pay; a changed price is a new plan")
    .requiredOption("--name <text>", "what people read")
    .requiredOption("--monthly <number>", "vouchers a month", wholeNumber)
    .requiredOption("--price <pesos>", "what a renewal costs, final")
    .addOption(new Option("--months <number>", "months that a renewal pays").choices(["1", "12"]).default("1"))
    .option("--extra <number>", "vouchers that are sold beyond the quota", wholeNumber)
    .option("--extra-price <pesos>", "what these cost, final")
    .action((code: string, { name, monthly, price, months, extra, extraPrice }: PlanOptions) =>
      perform(async (office) => {
        if ((extra === undefined) !== (extraPrice === undefined) || extra === 0)
          throw new WrongValue("--extra and --extra-price go together, and --extra is at least 1.");
        if (!hasLength(name)) throw new WrongValue("--name: 1 to 100 characters.");
        const made = await recordPlan(office.db, {
          code: readOption(newCompany.shape.code, "code", code),
          ...{ name, monthly, months: Number(months), price: pesos("--price", price) },
          extra: extra === undefined ? null : { vouchers: extra, price: pesos("--extra-price", extraPrice ?? "") },
        });
        if (!made) throw notDone(`There is a plan ${code} already.`);
        return describePlan(office, code);
      }),
    );
  addVerb(plan, "list", "list the plans that can be paid").action(() =>
    perform(async ({ db }) => {
      const plans = (await listPlans(db)).map(({ id: _id, ...shown }) => shown);
      const rows = plans.map((one) => [
        one.code,
        one.name,
        one.monthly,
        one.price,
        one.months,
        one.retired,
        one.next?.code,
      ]);
      const headings = ["code", "name", "monthly", "price", "months", "retired", "next"];
      return { json: { plans }, text: drawTable(headings, rows, "There are no plans.") };
    }),
  );
  addVerb(plan, "retire <code>", "give it to no new company")
    .option("--to <code>", "the plan by which its companies go on")
    .option("--from <day>", "from which day, YYYY-MM-DD")
    .action((code: string, { to, from }: { to?: string; from?: string }) =>
      perform(async (office) => {
        if ((to === undefined) !== (from === undefined)) throw new WrongValue("--to and --from go together.");
        const { id } = await getPlan(office, code, true);
        const next = to === undefined ? null : await getPlan(office, to);
        if (next?.id === id) throw new WrongValue("A plan does not follow itself.");
        await recordRetirement(office.db, id, next && { id: next.id, from: readOption(day, "--from", from ?? "") });
        return describePlan(office, code);
      }),
    );
}

async function pay(office: CommandContext, options: PayOptions): Promise<CommandOutput> {
  const operator = await operatorOf(office, options.company);
  const amount = pesos("--amount", options.amount);
  const reference = options.reference.trim();
  if (!hasLength(reference)) throw new WrongValue("--reference: 1 to 100 characters.");
  const today = argentineDay(office.nowMs);
  const paid = await findPaidSubscription(office.db, operator.companyId, today);
  if (!paid) throw notDone("The company has no subscription.");
  const { plan } = paid;
  const months = options.months ?? plan?.months;
  if (months === undefined || !areMonths(months))
    throw new WrongValue(plan ? wrongMonths : "The company has no plan: --months is needed, 1 to 120.");
  if (plan && (centsOf(amount) ?? 0n) < (centsOf(plan.price) ?? 0n) && options.because === undefined)
    throw notDone(`That is less than the plan's ${plan.price}: say --because.`);
  const { because = null } = options;
  const id = await payByTransfer(operator, { plan, months, amount, reference, because });
  const payment = await getPayment(office, id);
  const { until = paid.until } = (await findPaidSubscription(office.db, operator.companyId, today)) ?? {};
  const subscription = { until, active: until >= today };
  return { json: { payment, subscription }, text: drawFields({ ...describeShort(payment), until }) };
}

const hasLength = (text: string) => text.trim() !== "" && text.length <= 100;

function pesos(name: string, text: string): string {
  const read = readPesos(text);
  if (read === undefined) throw new WrongValue(`${name}: an amount from 0.01 to 999999999.99, with a point.`);
  return read;
}

async function getPayment({ db }: CommandContext, id: number): Promise<OperatorsPayment> {
  const [payment] = await listAllPayments(db, { id });
  if (!payment) throw notThere(`There is no payment ${id}.`);
  return payment;
}

const describeShort = ({ id, company, kind, amount, state, reference }: OperatorsPayment) => ({
  ...{ id, company: company ?? "unknown", kind: kind ?? "unknown", amount, state, reference },
});

/** Both kinds that give something begin a period. */
const isUngranted = ({ state, periodFrom }: OperatorsPayment) => state === "approved" && periodFrom === null;

const nameOfBill = ({ posNumber, voucherType, voucherNumber }: NonNullable<OperatorsPayment["voucher"]>) =>
  `${posNumber}-${voucherType}-${voucherNumber}`;

const describe = (payment: OperatorsPayment): CommandOutput => ({
  json: { payment },
  text: drawFields({
    ...describeShort(payment),
    ...(payment.why !== null && { why: payment.why }),
    ...(isUngranted(payment) && { gave: "nothing" }),
    ...(payment.voucher && { voucher: nameOfBill(payment.voucher) }),
    ...(payment.bill.state !== null && payment.bill.state !== "issued" && { voucher: payment.bill.state }),
    ...(payment.bill.problem !== null && { problem: payment.bill.problem }),
  }),
});

async function describePlan(office: CommandContext, code: string): Promise<CommandOutput> {
  const { id: _id, extra, next, ...plan } = await getPlan(office, code, true);
  const text = drawFields({ ...plan, next: next ? `${next.code} from ${next.from}` : "none" });
  return { json: { plan: { ...plan, extra, next } }, text };
}
