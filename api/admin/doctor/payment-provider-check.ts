import { adminCommand } from "../../../shared/config/config.js";
import { findNotified, listKnownPayments } from "../../../shared/db/payments/known-payments.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { isOurReference } from "../../../shared/domain/payments/judge-payment.js";
import type { SaidPayment } from "../../../shared/domain/payments/payment-state.js";
import { openCallLimiter } from "../../payments/call-limiter.js";
import { listAccount } from "../../payments/list-account.js";
import { notificationPath } from "../../payments/payments.js";
import { openProvider, type Provider } from "../../payments/provider.js";
import type { UsableConfig } from "../config.js";
import { type CheckResult, failed, passed, reasonOf } from "./check.js";

const maxNamed = 10;
const panel = "https://www.mercadopago.com.ar/developers/panel/app";

/** Asks the payment provider who is paid, and whether it and we know the same payments. Nothing is changed here or there. */
export async function checkPaymentProvider(
  db: Database,
  { MERCADOPAGO_ACCESS_TOKEN: token, MERCADOPAGO_URL: url, APP_URL, PAYMENTS }: UsableConfig,
): Promise<CheckResult[]> {
  if (PAYMENTS !== "mercadopago") return [];
  const notified = await checkNotified(db, APP_URL);
  if (token === undefined || url === undefined)
    return [passed("payment provider", "not asked: MERCADOPAGO_ACCESS_TOKEN is not set here"), notified];
  const provider = openProvider({ url, token, limiter: openCallLimiter(db) });
  try {
    const collector = await provider.findCollector();
    const found = passed("payment provider", `pays to the account ${collector}`);
    return [found, notified, await comparePayments(db, provider)];
  } catch (error) {
    return [failed("payment provider", reasonOf(error), tokenOrLater), notified];
  } finally {
    await provider.close();
  }
}

const tokenOrLater = `401: put the access token of ${panel} into MERCADOPAGO_ACCESS_TOKEN. Else run the command again: it is asked by itself meanwhile.`;

async function checkNotified(db: Database, appUrl: string | undefined): Promise<CheckResult> {
  const name = "payment notifications";
  const { ageSeconds, payments } = await findNotified(db);
  if (ageSeconds !== null) return passed(name, `the last one with a good signature came ${age(ageSeconds)} ago`);
  if (payments === 0) return passed(name, "none came yet, and no payment");
  return failed(
    name,
    `none with a good signature ever came, and ${payments} payments did: they count later than they could`,
    `Register ${appUrl ?? "APP_URL"}${notificationPath} at ${panel} for the event Payments, and put its secret into MERCADOPAGO_WEBHOOK_SECRET.`,
  );
}

async function comparePayments(db: Database, provider: Provider): Promise<CheckResult> {
  const name = "payments at the provider";
  const ours = await listKnownPayments(db);
  const byId = new Map(ours.map((one) => [one.providerId, one]));
  const listed = new Set<string>();
  const missed: string[] = [];
  for await (const said of listAccount(provider)) {
    listed.add(said.id);
    if (isMissed(said, byId.get(said.id))) missed.push(said.id);
  }
  const unlisted: string[] = [];
  for (const { id, providerId, company, state } of ours)
    if (state === "approved" && !listed.has(providerId) && (await provider.findPayment(providerId)) === undefined)
      unlisted.push(`${id} of ${company ?? "nobody"}`);
  const faults = [
    ...(missed.length > 0 ? [`approved there and not counted here: ${few(missed)}`] : []),
    ...(unlisted.length > 0 ? [`counted here and unknown there: ${few(unlisted)}`] : []),
  ];
  if (faults.length === 0) return passed(name, `the same here, of ${listed.size} in 30 days`);
  const ways = [
    ...(missed.length > 0
      ? [
          "They are taken once a day by the processes that serve pages: what has no checkout here, as after a restored backup, then waits in review.",
        ]
      : []),
    ...(unlisted.length > 0
      ? [`${adminCommand("payment show ID")}: look for its providerId at the provider's own page.`]
      : []),
  ];
  return failed(name, faults.join("; "), ways.join(" "));
}

/** Whether it is money of ours that gave nothing here. What waits in review is told by another check. */
const isMissed = (said: SaidPayment, known: { state: string; granted: boolean } | undefined): boolean =>
  said.status === "approved" &&
  isOurReference(said.reference) &&
  (known === undefined ||
    known.state === "pending" ||
    known.state === "rejected" ||
    (known.state === "approved" && !known.granted));

const few = (names: string[]) =>
  `${names.slice(0, maxNamed).join(", ")}${names.length > maxNamed ? " and others" : ""}`;

const age = (seconds: number) =>
  seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
