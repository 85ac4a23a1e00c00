import { type Context, Hono } from "hono";
import { withTimeout } from "../../../shared/concurrency/with-timeout.js";
import { findOpenCheckout, type PaymentKind } from "../../../shared/db/payments/checkouts.js";
import { ProviderAway } from "../../payments/provider-away.js";
import { type AppEnv, tenantOf } from "../frame/app-env.js";
import type { AppDeps } from "../frame/deps.js";
import { resultOf } from "../frame/result-of.js";
import { noPage } from "../layout/errors.js";
import { back, show } from "../layout/show.js";
import { mayAs, only } from "../sign-in/enter-company.js";
import { CheckoutPage, whatOf } from "./checkout-page.js";
import { findPlanState, transferReferenceOf } from "./find-plan-state.js";
import { PlanPage } from "./plan-page.js";

const section = "plan";
/** A page does not wait longer for the provider: the sweep asks as well. */
const timeoutMs = 3_000;

/** `…/plan`: what a company has, pays, and paid. The same in both environments. */
export const planPages = (deps: AppDeps) => {
  const { payments, config, reading, log } = deps;
  const isBiller = ({ code }: { code: string }) => code === config.BILLING_COMPANY;

  async function showPlan(c: Context<AppEnv>, trouble?: string) {
    const visit = c.get("visit");
    const tenant = tenantOf(visit);
    // The person may have just paid: what is shown is what the provider says now.
    await withTimeout(timeoutMs, payments?.look(tenant) ?? Promise.resolve()).catch((error) =>
      log.warn({ error }, "the provider could not be asked"),
    );
    const standing = await findPlanState(deps, tenant, resultOf(await c.get("api").get("/quota")));
    const way = {
      isOnline: payments !== undefined,
      mayPay: mayAs(visit.role, "owner"),
      instructions: config.PAYMENT_INSTRUCTIONS,
      isBiller: isBiller(visit.company),
      transferReference: await transferReferenceOf(deps, tenant, visit.company.code),
    };
    // A payment that has just come ends the lapse.
    if (standing?.active) visit.lapsed = undefined;
    const page = <PlanPage {...{ visit, standing, way, trouble }} />;
    return show(c, { title: "Plan", section }, page, trouble ? 409 : 200);
  }

  const buy = (kind: PaymentKind) => async (c: Context<AppEnv>) => {
    const visit = c.get("visit");
    if (!payments) throw noPage();
    if (isBiller(visit.company)) return showPlan(c, "Esta empresa factura el servicio: acá no paga nada");
    const standing = await findPlanState(deps, tenantOf(visit), null);
    if (!standing?.plan) return showPlan(c, "El plan no tiene precio: hablá con quien opera el servicio");
    if (kind === "extra" && (!standing.active || !standing.plan.extra))
      return showPlan(c, "Ahora no se venden comprobantes adicionales");
    await begin(c, kind, standing.plan);
    return back(c, `/plan/${kind}`);
  };

  type Plan = NonNullable<NonNullable<Awaited<ReturnType<typeof findPlanState>>>["plan"]>;

  /** Undefined where the provider is away: the checkout is there, and the next call asks again. */
  async function begin(c: Context<AppEnv>, kind: PaymentKind, plan: Plan) {
    const visit = c.get("visit");
    const purchase = { tenant: tenantOf(visit), kind, plan, email: visit.person.email, path: `${visit.base}/plan` };
    try {
      return await payments?.begin({ ...purchase, title: whatOf });
    } catch (error) {
      if (!(error instanceof ProviderAway)) throw error;
      log.warn({ error }, "the provider made no page to pay on");
      return undefined;
    }
  }

  const showCheckout = (kind: PaymentKind) => async (c: Context<AppEnv>) => {
    const visit = c.get("visit");
    const tenant = tenantOf(visit);
    const open = await findOpenCheckout(reading.of(tenant), tenant.companyId, kind);
    const plan = open && (await findPlanState(deps, tenant, null))?.plan;
    if (!open || !plan) return back(c, "/plan");
    const begun = await begin(c, kind, plan);
    const page = <CheckoutPage visit={visit} checkout={begun?.checkout ?? open} link={begun?.link} />;
    return show(c, { title: "Pagar", section }, page, begun?.link ? 200 : 503);
  };

  return new Hono<AppEnv>()
    .get("/plan", (c) => showPlan(c))
    .post("/plan/renewal", only("owner"), buy("renewal"))
    .get("/plan/renewal", only("owner"), showCheckout("renewal"))
    .post("/plan/extra", only("owner"), buy("extra"))
    .get("/plan/extra", only("owner"), showCheckout("extra"));
};
