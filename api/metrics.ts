import { Counter } from "prom-client";

export const vatBreaches = new Counter({
  name: "talonario_vat_breaches_total",
  help: "Issuances whose VAT, rounded line by line, exceeds the authority's tolerance (10051), by the company's setting",
  labelNames: ["handling"],
});

export const otherBodies = new Counter({
  name: "talonario_idempotency_other_body_total",
  help: "Requests that repeat a key with another body than the issued one",
});
