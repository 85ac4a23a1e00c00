import type { Redis } from "ioredis";
import { limitRates } from "../middleware/rate-limit.js";
import { createBodyPlaces } from "../parsing/body-places.js";
import type { BillingDeps } from "../payments/bills.js";
import type { ApiDeps } from "../routes/deps.js";
import { createCompanyRoutes } from "./company-routes.js";
import { createInProcessRoutes } from "./own-routes.js";

/**
 * Issues the operator's own vouchers by the API's routes. They are mounted beside those of callers, so that a flood of these leaves a place; no
 * limit per minute counts, and one is issued at a time.
 */
export function issueBills(deps: ApiDeps, redis: Redis, stopping: AbortSignal | undefined): BillingDeps["issue"] {
  const parts = { rates: limitRates(redis, deps.config), bodies: createBodyPlaces(), stopping };
  const routes = createInProcessRoutes(deps, createCompanyRoutes(deps, parts));
  return async (caller, body) => {
    const request = new Request(`http://own/${caller.companyCode}/invoices`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await routes.fetch(request, { caller, requestId: body.idempotency, reader: "en", isCounted: true });
    return { status: answer.status, problem: `${answer.status} ${wordsOf((await answer.json()) as BillRefusal)}` };
  };
}

interface BillRefusal {
  error?: string;
  code?: string;
  details?: unknown;
}

/** Words of a refusal for the operator, with every faulty field. */
const wordsOf = ({ code, error, details }: BillRefusal): string =>
  [code, error, details && JSON.stringify(details)].filter(Boolean).join(" ");
