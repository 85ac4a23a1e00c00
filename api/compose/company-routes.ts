import { Hono, type MiddlewareHandler } from "hono";
import type { ApiEnv } from "../http/env.js";
import { limitBody } from "../middleware/limit-body.js";
import { limitConcurrency } from "../middleware/limit-concurrency.js";
import { measure } from "../middleware/measure.js";
import { requestTimeout } from "../middleware/request-timeout.js";
import { requireScope } from "../middleware/require-scope.js";
import { tellWherePaid } from "../middleware/require-subscription.js";
import { routeOf } from "../middleware/route-of.js";
import { sayIgnored, takeHandling } from "../middleware/say-ignored.js";
import { refuseOtherMethods } from "../middleware/wrong-method.js";
import type { BodyPlaces } from "../parsing/body-places.js";
import { apiKeys } from "../routes/api-keys.js";
import { auditLog } from "../routes/audit-log.js";
import { batches } from "../routes/batches.js";
import { certificates } from "../routes/certificates.js";
import { contingency } from "../routes/contingency.js";
import type { ApiDeps } from "../routes/deps.js";
import { fiscalData } from "../routes/fiscal-data.js";
import { invoices } from "../routes/invoices.js";
import { pointsOfSale } from "../routes/points-of-sale.js";
import { reports } from "../routes/reports.js";
import { quota, subscription } from "../routes/subscription.js";
import { taxauth } from "../routes/taxauth.js";
import { webhooks } from "../routes/webhooks.js";

const maxBodyBytes = 1_048_576;
const maxBatchBytes = 8 * maxBodyBytes;

/** Bulkheads of one company in one environment, in this process. Source: api/README.md, "Limits". */
const maxListings = 20;
const maxIssuances = 200;
/** Limit of previews: one of a thousand lines takes tens of milliseconds of a processor, in turn with all else. */
const maxPreviews = 10;
/** Each may hold its body of 8 MB, and what is made of it. */
const maxBatches = 10;

export interface CompanyParts {
  /** Made by `limitRates`. */
  rates: MiddlewareHandler<ApiEnv>;
  bodies: BodyPlaces;
  /** Aborted when the process is asked to stop. */
  stopping?: AbortSignal | undefined;
}

/**
 * Mounts the routes of a company, `/{company}/…`, with all that every request of theirs passes through.
 * @param basePath what will stand before their paths
 * @param findCaller sets the request's caller, or refuses it
 */
export type MountCompany = (basePath: string, findCaller: MiddlewareHandler<ApiEnv>) => Hono<ApiEnv>;

/** The limits count over all mounts together, so this is called once in a process. */
export function createCompanyRoutes(deps: ApiDeps, { rates, bodies, stopping }: CompanyParts): MountCompany {
  const routes = new Hono<ApiEnv>()
    .route("/:company/api-keys", apiKeys(deps))
    .route("/:company/invoices", invoices(deps))
    .route("/:company/points-of-sale", pointsOfSale(deps))
    .route("/:company/fiscal-data", fiscalData(deps))
    .route("/:company/certificates", certificates(deps))
    .route("/:company/quota", quota(deps))
    .route("/:company/subscription", subscription(deps))
    .route("/:company/audit-log", auditLog(deps))
    .route("/:company/taxauth", taxauth(deps))
    .route("/:company/webhooks", webhooks(deps))
    .route("/:company/batches", batches(deps))
    .route("/:company/contingency", contingency(deps))
    .route("/:company/reports", reports(deps, stopping));
  const limitListings = limitConcurrency(maxListings, "listings");
  const limitBatches = limitConcurrency(maxBatches, "batches");
  const limitPreviews = limitConcurrency(maxPreviews, "previews");
  const limitIssuances = limitConcurrency(maxIssuances, "issuances");

  return (basePath, findCaller) => {
    const company = new Hono<ApiEnv>();
    company.use(
      "/:company/*",
      sayIgnored,
      measure(basePath),
      requestTimeout(deps.config.REQUEST_TIMEOUT_MS, basePath),
      findCaller,
      tellWherePaid(deps.config),
      takeHandling,
      refuseOtherMethods(routes, basePath),
      requireScope(basePath),
    );
    // Before all that costs something: who has too many in progress often sends hundreds more.
    company.get("/:company/invoices", limitListings);
    company.get("/:company/audit-log", limitListings);
    company.get("/:company/webhooks/:id/deliveries", limitListings);
    company.get("/:company/batches", limitListings);
    company.get("/:company/batches/:id/results", limitListings);
    company.post("/:company/batches", limitBatches);
    company.post("/:company/invoices/preview", limitPreviews);
    company.post("/:company/invoices", limitIssuances);
    company.post("/:company/invoices/:id/credit-notes", limitIssuances);
    company.post("/:company/invoices/:id/debit-notes", limitIssuances);
    company.use(
      "/:company/*",
      rates,
      limitBody(bodies, (c) => (routeOf(c, basePath) === "/batches" ? maxBatchBytes : maxBodyBytes)),
    );
    return company.route("/", routes);
  };
}
