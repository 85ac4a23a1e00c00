import { randomBytes } from "node:crypto";
import * as asking from "../../shared/db/payments/asking.js";
import {
  type Checkout,
  findOpenCheckout,
  keepLink,
  openCheckout,
  type PaymentKind,
} from "../../shared/db/payments/checkouts.js";
import type { PricedPlan } from "../../shared/db/payments/plans.js";
import { type TakenPayment, takePayment } from "../../shared/db/payments/take-payment.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { TenantDatabase } from "../../shared/db/pool/tenant-database.js";
import type { SaidPayment } from "../../shared/domain/payments/payment-state.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { failpoint } from "../../shared/failpoints/failpoint.js";
import type { Log } from "../../shared/logging/log.js";
import { isCheckoutLink } from "./checkout-host.js";
import { listAccount } from "./list-account.js";
import type { Provider } from "./provider.js";
import { isSigned, type SentNotification } from "./signature.js";

export interface PaymentsDeps {
  provider: Provider;
  people: Database;
  administration: TenantDatabase;
  log: Log;
  /** Where people reach the application. */
  appUrl: string;
  checkoutHost: string | undefined;
  /** Signs the notifications, and how old a signature may be. */
  secret: string;
  maxAgeSeconds: number | undefined;
  /** Whether each preference names our address for notifications. */
  namesNotifications: boolean;
}

/** Purchase that somebody asks to pay. */
export interface Purchase {
  tenant: Tenant;
  kind: PaymentKind;
  plan: PricedPlan;
  email: string;
  /** The page of the plan, where the person comes back to. */
  path: string;
  /** Name of what is bought, as the provider's page says it. */
  title: (checkout: Checkout) => string;
}

export type Payments = ReturnType<typeof openPayments>;

/** The path of the provider's notifications. */
export const notificationPath = "/payments/mercadopago";

const atOnce = 20;

/**
 * Asks for money and finds out whether it came. Every step can be done again, by any process: api/payments/README.md tells what a lost answer
 * leaves.
 */
export function openPayments(deps: PaymentsDeps) {
  const { provider, people, administration, log, appUrl, checkoutHost, namesNotifications } = deps;

  async function take(said: SaidPayment): Promise<boolean> {
    const collector = await provider.findCollector();
    failpoint("before_payment");
    const taken = await takePayment(people, said, collector);
    failpoint("after_payment");
    if (taken) tellOf(taken, said.reference);
    return taken !== undefined;
  }

  /** One line for each change of a payment, whoever is told of it again. */
  function tellOf({ id, state, isChanged, granted, earlier }: TakenPayment, reference: string): void {
    if (granted && earlier.length > 0)
      log.warn(
        { payment: id, earlier, reference },
        "a payment was approved of a checkout that was paid before: each gave its own",
      );
    else if (granted) log.info({ payment: id, reference }, "a payment was approved");
    else if (isChanged && state === "approved")
      log.warn({ payment: id, reference }, "a payment was approved and gave nothing: its company has no subscription");
    else if (isChanged && state === "review") log.warn({ payment: id, reference }, "a payment waits for the operator");
  }

  async function askAbout(reference: string): Promise<void> {
    for (const said of await provider.searchPayments(reference)) if (said.reference === reference) await take(said);
  }

  async function readNotice(notice: asking.DueNotice): Promise<void> {
    const said = await provider.findPayment(notice.providerId);
    const isOurs = said !== undefined && (await take(said));
    await asking.endNotice(people, notice, !isOurs);
  }

  /** The link of a checkout, made where it has none: the provider's page that was lost is another of the same reference. */
  async function linkOf(checkout: Checkout, { tenant, email, path, title }: Omit<Purchase, "kind" | "plan">) {
    if (checkout.link !== null) return checkout.link;
    failpoint("after_checkout");
    const made = await provider.createPreference({
      reference: checkout.reference,
      title: title(checkout),
      amount: checkout.amount,
      payerEmail: email,
      returnTo: `${appUrl}${path}`,
      notifyAt: namesNotifications ? `${appUrl}${notificationPath}?source_news=webhooks` : undefined,
      endsAt: checkout.endsAt,
    });
    failpoint("after_preference");
    const db = administration.of(tenant);
    await keepLink(db, tenant.companyId, checkout.id, made);
    return (await findOpenCheckout(db, tenant.companyId, checkout.kind))?.link ?? made;
  }

  return {
    /**
     * Gives the checkout that is open, or a new one, with the page on which it is paid. Undefined link: it does not lead to the provider.
     * @throws ProviderAway when the provider does not answer; the checkout is there, and the next call asks again
     */
    async begin(purchase: Purchase): Promise<{ checkout: Checkout; link: string | undefined } | undefined> {
      const { tenant, kind, plan, email } = purchase;
      const extra = kind === "extra" ? plan.extra : null;
      if (kind === "extra" && !extra) return undefined;
      const checkout = await openCheckout(administration.of(tenant), {
        ...{ companyId: tenant.companyId, kind, planId: plan.id, askedBy: email },
        ...{
          months: extra ? null : plan.months,
          vouchers: extra?.vouchers ?? null,
          amount: extra?.price ?? plan.price,
        },
        reference: `tal-${randomBytes(16).toString("hex")}`,
      });
      if (!checkout) return undefined;
      const link = await linkOf(checkout, purchase);
      if (isCheckoutLink(link, checkoutHost)) return { checkout, link };
      log.error(
        { reference: checkout.reference },
        "the provider's page is not at its host: MERCADOPAGO_CHECKOUT_HOST names it",
      );
      return { checkout, link: undefined };
    },

    isSigned: (sent: SentNotification, nowMs: number): boolean =>
      isSigned(sent, { secret: deps.secret, maxAgeSeconds: deps.maxAgeSeconds, nowMs }),

    /** Records a notification. What it is about is read afterwards. */
    async noteNotification(id: string): Promise<void> {
      await asking.recordNotice(people, id);
      failpoint("after_notice");
    },

    /** Asks about the open checkouts of a company, at its look at the page. Where the provider is away, what is known is shown. */
    async look(tenant: Tenant): Promise<void> {
      for (const kind of ["renewal", "extra"] as const) {
        const open = await findOpenCheckout(administration.of(tenant), tenant.companyId, kind);
        if (open?.link) await askAbout(open.reference);
      }
    },

    /** Reads what was notified, and asks about checkouts whose time it is. One that fails does not hold up the others. */
    async sweep(): Promise<void> {
      const tell = (error: unknown) =>
        log.warn({ error }, "a payment could not be asked about; it is asked about again");
      for (const notice of await asking.claimNotices(people, atOnce)) await readNotice(notice).catch(tell);
      for (const { reference } of await asking.claimCheckouts(people, atOnce)) await askAbout(reference).catch(tell);
      await asking.forgetNotices(people);
    },

    /** Once a day: all payments of the account in 30 days, so that none is missed whose notification and checkout are lost. */
    async list(): Promise<void> {
      if (!(await asking.claimListing(people))) return;
      for await (const said of listAccount(provider)) await take(said);
      await asking.endListing(people);
    },
  };
}
