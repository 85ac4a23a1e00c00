import { Hono } from "hono";
import { docs } from "./docs/docs.js";
import type { ApiDeps, ApiEnv } from "./environment.js";
import { openFrame } from "./frame.js";
import { type InternalParts, internalRoutes } from "./internal.js";
import { authenticate } from "./middleware/authenticate.js";
import { createFailedAuthentications } from "./middleware/failed-authentications.js";
import { limitBody } from "./middleware/limit-body.js";
import { limitInProgress } from "./middleware/limit-in-progress.js";
import { measure } from "./middleware/measure.js";
import { limitCompany, limitKey } from "./middleware/rate-limit.js";
import { requestTimeout } from "./middleware/request-timeout.js";
import { requireScope } from "./middleware/require-scope.js";
import { routeOf } from "./middleware/route-of.js";
import { sayIgnored } from "./middleware/say-ignored.js";
import { apiKeys } from "./routes/api-keys.js";
import { auditLog } from "./routes/audit-log.js";
import { batches } from "./routes/batches.js";
import { certificates } from "./routes/certificates.js";
import { contingency } from "./routes/contingency.js";
import { fiscalData } from "./routes/fiscal-data.js";
import { invoices } from "./routes/invoices.js";
import { pointsOfSale } from "./routes/points-of-sale.js";
import { quota } from "./routes/quota.js";
import { reports } from "./routes/reports.js";
import { taxauth } from "./routes/taxauth.js";
import { webhooks } from "./routes/webhooks.js";
import { refuseOtherMethods } from "./server/wrong-method.js";

const maxBodyBytes = 1_048_576;
const maxBatchBytes = 8 * maxBodyBytes;

/** Of one company in one environment, in this process. Source: api/README.md, "Limits". */
const maxListings = 20;
const maxIssuances = 200;
/** Each may hold its body of 8 MB, and what is made of it. */
const maxBatches = 10;

/**
 * The whole API as a Hono app, without a network listener. What is internal is part of it, unless it has a port of its own
 * (`createInternalApp`).
 */
export function createApp(deps: ApiDeps, parts: InternalParts): Hono<ApiEnv> {
  const { redis, stopping } = parts;
  const { BASE_PATH } = deps.config;
  const app = openFrame(deps, stopping);
  if (deps.config.INTERNAL_PORT === undefined) serve(app, internalRoutes(deps, parts));
  serve(app, docs(BASE_PATH));

  const routes = new Hono<ApiEnv>()
    .route("/:company/api-keys", apiKeys(deps))
    .route("/:company/invoices", invoices(deps))
    .route("/:company/points-of-sale", pointsOfSale(deps))
    .route("/:company/fiscal-data", fiscalData(deps))
    .route("/:company/certificates", certificates(deps))
    .route("/:company/quota", quota(deps))
    .route("/:company/audit-log", auditLog(deps))
    .route("/:company/taxauth", taxauth(deps))
    .route("/:company/webhooks", webhooks(deps))
    .route("/:company/batches", batches(deps))
    .route("/:company/contingency", contingency(deps))
    .route("/:company/reports", reports(deps, stopping));
  const company = new Hono<ApiEnv>();
  company.use(
    "/:company/*",
    sayIgnored,
    measure(BASE_PATH),
    requestTimeout(deps.config.REQUEST_TIMEOUT_MS, BASE_PATH),
    authenticate(deps.callers, createFailedAuthentications(redis), deps.config.TRUST_PROXY),
    refuseOtherMethods(routes, BASE_PATH),
    requireScope(BASE_PATH),
  );
  // Before all that costs something: who has too many in progress often sends hundreds more.
  const limitListings = limitInProgress(maxListings, "listings");
  company.get("/:company/invoices", limitListings);
  company.get("/:company/audit-log", limitListings);
  company.get("/:company/webhooks/:id/deliveries", limitListings);
  company.get("/:company/batches", limitListings);
  company.get("/:company/batches/:id/results", limitListings);
  company.post("/:company/batches", limitInProgress(maxBatches, "batches"));
  const limitIssuances = limitInProgress(maxIssuances, "issuances");
  company.post("/:company/invoices", limitIssuances);
  company.post("/:company/invoices/:id/credit-notes", limitIssuances);
  company.use(
    "/:company/*",
    limitKey(redis, deps.config.RATE_LIMIT_PER_MINUTE),
    limitCompany(redis, deps.config.COMPANY_RATE_LIMIT_PER_MINUTE),
    limitBody((c) => (routeOf(c, BASE_PATH) === "/batches" ? maxBatchBytes : maxBodyBytes)),
  );
  company.route("/", routes);
  app.route(BASE_PATH || "/", company);
  return app;
}

/** What answers on `INTERNAL_PORT`, and nothing else. */
export function createInternalApp(deps: ApiDeps, parts: InternalParts): Hono<ApiEnv> {
  return serve(openFrame(deps, parts.stopping), internalRoutes(deps, parts));
}

/** Mounts routes that need no API key. */
const serve = (app: Hono<ApiEnv>, routes: Hono): Hono<ApiEnv> => app.use(refuseOtherMethods(routes)).route("/", routes);
