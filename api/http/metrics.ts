import { Counter } from "prom-client";

export const vatBreaches = new Counter({
  name: "talonario_vat_breaches_total",
  help: "Issuances whose VAT, rounded line by line, exceeds the authority's tolerance (10051), by the company's setting",
  labelNames: ["handling"],
});

/** Without labels, so that they are there before the first: a counter that begins with it has not risen by it. */
export const unexpectedErrors = new Counter({
  name: "talonario_unexpected_errors_total",
  help: "Answers with 500 that no server's absence explains: the log has the cause",
});

export const unavailableResponses = new Counter({
  name: "talonario_unavailable_responses_total",
  help: "Answers with 500 because PostgreSQL or Redis was away, full or refused",
  labelNames: ["server"],
});
for (const server of ["database", "redis"]) unavailableResponses.inc({ server }, 0);

export const otherBodies = new Counter({
  name: "talonario_idempotency_mismatches_total",
  help: "Requests that repeat a key with another body than the issued one",
});

/** `older` is the kind that nobody can verify: nothing is done with it. */
export const paymentNotifications = new Counter({
  name: "talonario_payment_notifications_total",
  help: "Notifications of the payment provider, by whether their signature was good",
  labelNames: ["outcome"],
});
for (const outcome of ["signed", "refused", "older"]) paymentNotifications.inc({ outcome }, 0);

/** `refused` is a token that the provider does not take, `limited` its 429. */
export const paymentCalls = new Counter({
  name: "talonario_payment_calls_total",
  help: "Calls to the payment provider, by how they ended",
  labelNames: ["outcome"],
});
for (const outcome of ["answered", "refused", "limited", "failed", "away"]) paymentCalls.inc({ outcome }, 0);
