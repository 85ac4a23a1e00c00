import { createMiddleware } from "hono/factory";
import { isSubscribed } from "../../middleware/require-subscription.js";
import { Notice } from "../components/notice.js";
import { type AppEnv, tenantOf } from "../frame/app-env.js";
import type { AppDeps } from "../frame/deps.js";
import { show } from "../layout/show.js";
import { Resume } from "./resume.js";
import { keptOf } from "./saved-form.js";

/**
 * Paths of the forms that go on while the subscription is lapsed, below the company. Of those that issue the API decides: a key that has
 * its voucher is answered, and all else is its 402. Source: api/README.md, "The plan and its payment".
 */
const goesOn = [
  /^\/plan\//,
  /^\/api-keys\/\d+\/revocation$/,
  /^\/invoices\/new\/[^/]+(\/preview)?$/,
  /^\/invoices\/\d+\/(credit|debit)-note$/,
  /^\/batches\/new$/,
];

/** Gate of a company's forms: while the subscription is lapsed each other one is a 402 that keeps what was typed. */
export const requireInForce = (deps: AppDeps) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { base } = c.get("visit");
    const path = c.req.path.slice(base.length);
    if (c.req.method !== "POST" || goesOn.some((one) => one.test(path))) return next();
    if (await isSubscribed(deps, tenantOf(c.get("visit")))) return next();
    // The page says it itself.
    c.get("visit").lapsed = undefined;
    const kept = { path: c.req.path, ...keptOf(c.get("form")) };
    const page = (
      <Resume kept={kept} csrf={c.get("csrf")} title="La suscripción está vencida">
        <Notice tone="error" title="No se guardó nada">
          <p>
            Hasta renovar solo se puede consultar. <a href={`${base}/plan`}>Ver el plan y renovar</a>
          </p>
        </Notice>
        <p>Lo que completaste sigue acá: cuando el pago esté aprobado, envialo desde esta página.</p>
      </Resume>
    );
    return show(c, { title: "La suscripción está vencida" }, page, 402);
  });
