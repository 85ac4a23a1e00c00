import { Hono } from "hono";
import type { Redis } from "ioredis";
import type { ApiEnv } from "../http/env.js";
import { requestTimeout } from "../middleware/request-timeout.js";
import { accountPages } from "./account/routes.js";
import { apiKeyPages } from "./api-keys/routes.js";
import { auditLogPages } from "./audit-log/routes.js";
import { batchPages } from "./batches/routes.js";
import { certificatePages } from "./certificates/routes.js";
import { firstStepsPages } from "./first-steps/routes.js";
import { fiscalDataPages } from "./fiscal-data/routes.js";
import type { AppEnv } from "./frame/app-env.js";
import type { AppDeps } from "./frame/deps.js";
import { createKnownBrowsers } from "./frame/known-browsers.js";
import { createRecentAddresses } from "./frame/recent-addresses.js";
import { invitationPages } from "./invitations/routes.js";
import { creditPages } from "./invoices/credit/routes.js";
import { listPages } from "./invoices/list/routes.js";
import { voucherPages } from "./invoices/voucher/routes.js";
import { answerPageError, noPage } from "./layout/errors.js";
import { newVoucherPages } from "./new-voucher/routes.js";
import { overviewPages } from "./overview/routes.js";
import { passwordPages } from "./password/routes.js";
import { peoplePages } from "./people/routes.js";
import { planPages } from "./plan/routes.js";
import { pointOfSalePages } from "./points-of-sale/routes.js";
import { reportPages } from "./reports/routes.js";
import { createFormReader } from "./sent-forms/read-form.js";
import { findVisitor } from "./sent-forms/visitor.js";
import { enterCompany } from "./sign-in/enter-company.js";
import { requireInForce } from "./sign-in/in-force.js";
import { createPasswordQueues } from "./sign-in/password-queues.js";
import { signInPages } from "./sign-in/routes.js";
import { staticFiles } from "./static-files.js";
import { webhookPages } from "./webhooks/routes.js";

/** A page waits so much longer than the API's routes that it asks: their refusal says more. */
const longerMs = 2_000;

/**
 * The web application, at `/app`. Its pages ask the API's own routes for what they show and do, so no rule is written twice.
 * Source: api/README.md, "The web application".
 */
export function createWebApp(deps: AppDeps, routes: Hono<ApiEnv>, redis: Redis): Hono<AppEnv> {
  const company = new Hono<AppEnv>();
  company.route("/", overviewPages(deps));
  company.route("/", firstStepsPages(deps));
  company.route("/", newVoucherPages(deps));
  company.route("/", listPages(deps));
  company.route("/", voucherPages(deps));
  company.route("/", creditPages(deps));
  company.route("/", batchPages(deps));
  company.route("/", reportPages(deps));
  company.route("/", pointOfSalePages(deps));
  company.route("/", certificatePages(deps));
  company.route("/", apiKeyPages(deps));
  company.route("/", webhookPages());
  company.route("/", peoplePages(deps, redis));
  company.route("/", fiscalDataPages());
  company.route("/", planPages(deps));
  company.route("/", auditLogPages());

  const inCompany = "/:company/:environment{(?:homologation|production)}";
  const pages = new Hono<AppEnv>({ strict: false });
  const known = createRecentAddresses(redis);
  const browsers = createKnownBrowsers(deps);
  const lines = createPasswordQueues(known);
  pages.use(
    requestTimeout(deps.config.REQUEST_TIMEOUT_MS + longerMs, ""),
    findVisitor(deps, createFormReader({ people: deps.people, known, browsers, trustProxy: deps.config.TRUST_PROXY })),
  );
  pages.route("/", signInPages(deps, redis, { known, browsers, lines }));
  pages.route("/", passwordPages(deps, redis, { browsers, lines }));
  pages.route("/", accountPages(deps, lines));
  pages.route("/", invitationPages(deps));
  for (const paths of [inCompany, `${inCompany}/*`]) pages.use(paths, enterCompany(deps, routes), requireInForce(deps));
  pages.route(inCompany, company);
  pages.all("*", () => {
    throw noPage();
  });

  const app = new Hono<AppEnv>({ strict: false });
  app.onError((error, c) => answerPageError(c, error, deps.log));
  app.route("/", staticFiles());
  return app.route("/app", pages);
}
