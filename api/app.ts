import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { Redis } from "ioredis";
import { register } from "prom-client";
import { findForeignKeys } from "../shared/db/company/sealing-keys.js";
import { createReadiness } from "../shared/readiness.js";
import { docs } from "./docs/docs.js";
import type { ApiDeps, ApiEnv } from "./environment.js";
import { answerError, notFound } from "./errors.js";
import { authenticate } from "./middleware/authenticate.js";
import { createFailedAuthentications } from "./middleware/failed-authentications.js";
import { limitBody } from "./middleware/limit-body.js";
import { limitInProgress } from "./middleware/limit-in-progress.js";
import { measure } from "./middleware/measure.js";
import { limitCompany, limitKey } from "./middleware/rate-limit.js";
import { requestId } from "./middleware/request-id.js";
import { requestTimeout } from "./middleware/request-timeout.js";
import { apiKeys } from "./routes/api-keys.js";
import { auditLog } from "./routes/audit-log.js";
import { certificates } from "./routes/certificates.js";
import { fiscalData } from "./routes/fiscal-data.js";
import { invoices } from "./routes/invoices.js";
import { pointsOfSale } from "./routes/points-of-sale.js";
import { quota } from "./routes/quota.js";
import { taxauth } from "./routes/taxauth.js";
import { refuseOtherMethods } from "./server/wrong-method.js";

const maxBodyBytes = 1_048_576;

/** Of one company in one environment, in this process. Source: api/README.md, "Limits". */
const maxListings = 20;
const maxIssuances = 200;

/** The HTML pages load files from this host only. swagger-ui and the board need inline styles. */
const contentSecurityPolicy = {
  defaultSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", "data:"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

interface AppParts {
  redis: Redis;
  board: Hono | undefined;
  /** Aborted when the process is asked to stop. */
  stopping?: AbortSignal;
}

/** The whole API as a Hono app, without a network listener. */
export function createApp(deps: ApiDeps, { redis, board, stopping }: AppParts): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.use(secureHeaders({ contentSecurityPolicy }));
  app.use(async (c, next) => {
    await next();
    // So the client sends its next request over a new connection, to another process: this one closes soon.
    if (stopping?.aborted) c.res.headers.set("Connection", "close");
  });
  app.onError((error, c) => answerError(c, error, deps.log));
  app.notFound((c) => answerError(c, notFound(`There is no ${c.req.method} ${c.req.path}.`), deps.log));

  app.get("/health/live", (c) => c.json({ ok: true }));
  const checkHealth = createReadiness({
    db: deps.db,
    redis,
    stopping,
    // Reported only: it keeps from requesting certificates, and from nothing else.
    reports: { sealingKey: async () => (await findForeignKeys(deps.db, deps.sealer.keyId)).length === 0 },
  });
  app.get("/health/ready", async (c) => {
    const readiness = await checkHealth();
    return c.json(readiness, readiness.ok ? 200 : 503);
  });
  app.get("/metrics", async (c) => c.text(await register.metrics(), 200, { "Content-Type": register.contentType }));
  if (board) app.route("/board", board);
  app.route("/", docs(deps.config.BASE_PATH));

  const company = new Hono<ApiEnv>();
  company.use(
    "/:company/*",
    requestId(deps.log),
    measure(deps.config.BASE_PATH),
    requestTimeout(deps.config.REQUEST_TIMEOUT_MS),
    authenticate(deps.callers, createFailedAuthentications(redis), deps.config.TRUST_PROXY),
    limitKey(redis, deps.config.RATE_LIMIT_PER_MINUTE),
    limitCompany(redis, deps.config.COMPANY_RATE_LIMIT_PER_MINUTE),
    limitBody(maxBodyBytes),
  );
  const limitListings = limitInProgress(maxListings, "listings");
  company.get("/:company/invoices", limitListings);
  company.get("/:company/audit-log", limitListings);
  company.post("/:company/invoices", limitInProgress(maxIssuances, "issuances"));
  company.route("/:company/api-keys", apiKeys(deps));
  company.route("/:company/invoices", invoices(deps));
  company.route("/:company/points-of-sale", pointsOfSale(deps));
  company.route("/:company/fiscal-data", fiscalData(deps));
  company.route("/:company/certificates", certificates(deps));
  company.route("/:company/quota", quota(deps));
  company.route("/:company/audit-log", auditLog(deps));
  company.route("/:company/taxauth", taxauth(deps));
  refuseOtherMethods(company);
  app.route(deps.config.BASE_PATH || "/", company);
  return app;
}
