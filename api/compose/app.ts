import { readFileSync } from "node:fs";
import path from "node:path";
import { Hono } from "hono";
import { projectFolder } from "../../shared/assets/assets.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { createWebApp } from "../app/web-app.js";
import { docs } from "../docs/docs-routes.js";
import type { ApiEnv } from "../http/env.js";
import { ApiError } from "../http/errors.js";
import { retryAfterSeconds } from "../http/explain-unavailable.js";
import { createMcp } from "../mcp/mcp.js";
import { authenticate } from "../middleware/authenticate.js";
import { createFailedAuthentications } from "../middleware/failed-authentications.js";
import { limitRates } from "../middleware/rate-limit.js";
import { refuseOtherMethods } from "../middleware/wrong-method.js";
import { type HealthDeps, type InternalParts, internalRoutes } from "../operator-pages/internal.js";
import { createBodyPlaces } from "../parsing/body-places.js";
import type { ApiDeps } from "../routes/deps.js";
import { paymentNotificationRoutes } from "../routes/payment-notifications.js";
import { createCompanyRoutes } from "./company-routes.js";
import { createBaseApp } from "./frame.js";
import { createInProcessRoutes } from "./own-routes.js";

/**
 * The whole API as a Hono app, without a network listener. What is internal is part of it, unless it has a port of its own
 * (`createInternalApp`).
 */
export function createApp(deps: ApiDeps, parts: InternalParts): Hono<ApiEnv> {
  const { APP, APP_URL, BASE_PATH, INTERNAL_PORT, TRUST_PROXY } = deps.config;
  const app = createBaseApp(deps, parts.stopping);
  if (INTERNAL_PORT === undefined) serve(app, internalRoutes(deps, parts));
  const rates = limitRates(parts.redis, deps.config);
  const bodies = createBodyPlaces();
  const mountCompany = createCompanyRoutes(deps, { rates, bodies, stopping: parts.stopping });
  const ownRoutes = createInProcessRoutes(deps, mountCompany);
  serve(app, rootRoutes(APP !== "off"));
  if (deps.payments) serve(app, paymentNotificationRoutes(deps.payments, { ...deps, redis: parts.redis }));
  if (APP !== "off") app.route("/", createWebApp(deps, ownRoutes, parts.redis));
  // The pages ask `ownRoutes` from within. Nothing else of the API answers here.
  if (APP === "only") return app;
  serve(app, docs(BASE_PATH, APP_URL));
  const byKey = authenticate(deps.callers, createFailedAuthentications(parts.redis), TRUST_PROXY);
  const mcp = createMcp(deps, ownRoutes, { findCaller: byKey, rates, bodies });
  app.use(refuseOtherMethods(mcp)).route("/", mcp);
  app.route(BASE_PATH || "/", mountCompany(BASE_PATH, byKey));
  return app;
}

/** App that answers on `INTERNAL_PORT`, and nothing else. */
export function createInternalApp(deps: HealthDeps, parts: InternalParts): Hono<ApiEnv> {
  return serve(createBaseApp(deps, parts.stopping), internalRoutes(deps, parts));
}

/** App that answers on `PORT` while the process waits for its database and has no `INTERNAL_PORT`: its health, and nothing else. */
export function createWaitingApp(deps: HealthDeps, parts: InternalParts): Hono<ApiEnv> {
  return createInternalApp(deps, parts).all("*", () => {
    throw new ApiError(500, waitsForDatabase, { headers: { "Retry-After": retryAfterSeconds } });
  });
}

const waitsForDatabase: LocalizedText = {
  en: "The service waits for its database. Try again in a moment with the same data.",
  es: "El servicio espera a su base de datos: volvé a intentar en un momento con los mismos datos.",
};

/** Mounts routes that need no API key. */
const serve = (app: Hono<ApiEnv>, routes: Hono): Hono<ApiEnv> => app.use(refuseOtherMethods(routes)).route("/", routes);

const icon = new Uint8Array(readFileSync(path.join(projectFolder, "api/app/static/favicon.ico")));

/** Root: the pages, or without them the documents, for somebody who knows the address alone. And the icon, which browsers ask for there. */
const rootRoutes = (hasPages: boolean): Hono =>
  new Hono()
    .get("/", (c) => c.redirect(hasPages ? "/app" : "/docs"))
    .get("/favicon.ico", (c) =>
      c.body(icon, 200, { "Content-Type": "image/x-icon", "Cache-Control": "public, max-age=86400" }),
    );
