import type { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { findSubscription } from "../../../shared/db/company/subscriptions.js";
import { findBegunByHand } from "../../../shared/db/contingency/begun-by-hand.js";
import { argentineDay } from "../../../shared/domain/calendar.js";
import { type Role, scopesOf } from "../../../shared/domain/roles.js";
import type { ApiEnv } from "../../http/env.js";
import { openInProcessClient } from "../frame/api-client.js";
import type { AppEnv } from "../frame/app-env.js";
import { keepEnvironment } from "../frame/cookies.js";
import type { AppDeps } from "../frame/deps.js";
import { safeCompanyPath } from "../frame/safe-path.js";
import { noPage, notAllowed, PageError } from "../layout/errors.js";
import { showPlain } from "../layout/show.js";
import { membershipOf } from "../sent-forms/own-membership.js";
import { Resume } from "./resume.js";
import { keptOf, serializeForm } from "./saved-form.js";
import { SignIn } from "./sign-in.js";

/**
 * Lets a person into the company and environment of the path. Whoever is not signed in signs in first, and goes on where they were:
 * a form that they sent is kept.
 */
export const enterCompany = ({ people, reading, config, now }: AppDeps, routes: Hono<ApiEnv>) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const session = c.get("session");
    const { company: code = "", environment } = c.req.param() as Partial<Record<string, string>>;
    const isPartial = c.req.header("hx-request") === "true";
    const path = c.req.path;
    const isEarlier = c.get("isEarlierForm") === true;
    if (!session || isEarlier) {
      if (isPartial)
        throw new PageError(
          403,
          "Tu sesión terminó",
          "Seguí: al enviar el formulario te pedimos la clave, y no se pierde nada.",
        );
      if (c.req.method === "GET" || c.req.method === "HEAD")
        return c.redirect(
          `/app/sign-in?to=${encodeURIComponent(safeCompanyPath(path + searchOf(c.req.url)) ?? safeCompanyPath(path) ?? "/app")}`,
          303,
        );
      if (session) {
        const resume = <Resume kept={{ path, ...keptOf(c.get("form")) }} csrf={c.get("csrf")} />;
        return showPlain(c, "Seguí donde estabas", resume, 409);
      }
      const page = <SignIn csrf={c.get("csrf")} kept={serializeForm(path, c.get("form"))} />;
      return showPlain(c, "Iniciar sesión", page, 401);
    }

    const membership = c.get("membership") ?? (await membershipOf(people, session.personId, code));
    if (!membership || (environment !== "homologation" && environment !== "production")) throw noPage();
    const { companyId, companyCode, companyName, role, taxType, withheldA, vatRounding } = membership;
    const production = environment === "production";
    const tenant = { companyId, production };
    if (!isPartial) keepEnvironment(c, production, config.TRUST_PROXY);
    const [begunByHand, subscription] = isPartial
      ? []
      : await Promise.all([
          findBegunByHand(reading.of(tenant), tenant),
          findSubscription(reading.of(tenant), companyId),
        ]);
    c.set("visit", {
      person: { id: session.personId, email: session.email, name: session.name },
      company: { id: companyId, code: companyCode, name: companyName, taxType, withheldA },
      production,
      role,
      csrf: c.get("csrf"),
      base: `/app/${companyCode}/${environment}`,
      path: c.req.path,
      isPartial,
      begunByHand,
      lapsed: subscription && subscription.until < argentineDay(now()) ? subscription.until : undefined,
    });
    const person = { apiKeyId: null, userEmail: session.email, scopes: scopesOf[role] };
    const caller = { ...person, companyId, companyCode, production, taxType, vatRounding };
    c.set("caller", caller);
    const apiOf = (production: boolean) =>
      openInProcessClient(routes, { ...caller, production }, c.get("requestId"), c.env as object | undefined);
    c.set("apiOf", apiOf);
    c.set("api", apiOf(production));
    return next();
  });

const searchOf = (url: string) => new URL(url).search;

/** Lets only people of this role on, or of one that may more. */
export const only = (role: Role) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (!mayAs(c.get("visit").role, role)) throw notAllowed();
    await next();
  });

/** Whether somebody of the first role may do what the second may. */
export const mayAs = (own: Role, needed: Role): boolean => scopesOf[own].length >= scopesOf[needed].length;
