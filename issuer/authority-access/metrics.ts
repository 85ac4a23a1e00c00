import { Counter, Histogram } from "prom-client";
import { creditInvoiceService, issuanceService, personRegistryService } from "../authority/services.js";
import type { DenialKind, LoginOutcome } from "../authority/wsaa/wsaa.js";

export const vatCures = new Counter({
  name: "talonario_vat_corrections_total",
  help: "Vouchers refused because of VAT rounding (10051) and sent again with the authority's split",
});

export const vouchers = new Counter({
  name: "talonario_vouchers_total",
  help: "Vouchers, by how they were authorized: CAEA in a contingency",
  labelNames: ["authorization"],
});

export const unconfirmed = new Counter({
  name: "talonario_unconfirmed_total",
  help: "Times that the outcome of a number was unknown, so that its sequence was closed",
});

/** `_count` by operation is the number of calls. */
export const authorityCalls = new Histogram({
  name: "talonario_authority_call_seconds",
  help: "Time of one call to the tax authority, by operation and by the outcome of the exchange",
  labelNames: ["operation", "outcome"],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 20, 30],
});

const logins = new Counter({
  name: "talonario_ticket_logins_total",
  help: "Logins for an access ticket, by service and outcome",
  labelNames: ["service", "outcome"],
});

// What an alert looks for is there before it happens: a counter that begins with its first event has not risen by it.
for (const service of [issuanceService, personRegistryService, creditInvoiceService])
  for (const outcome of ["notDelegated", "certificate", "clock", "request"] satisfies DenialKind[])
    logins.inc({ service, outcome }, 0);

export function countLogin(service: string, outcome: LoginOutcome): void {
  logins.inc({ service, outcome: outcome.outcome === "denied" ? outcome.kind : outcome.outcome });
}

export const foreignVouchers = new Counter({
  name: "talonario_foreign_vouchers_total",
  help: "Foreign vouchers that our numbering skipped: reconcile lists and imports them",
});

export const splitStatements = new Counter({
  name: "talonario_write_batches_split_total",
  help: "Statements for several sequences that PostgreSQL refused, so that each sequence was written alone",
});

export const withoutNext = new Counter({
  name: "talonario_write_ahead_fallbacks_total",
  help: "Statements that record vouchers and number the next ones, refused so that only the record was made, by SQLSTATE",
  labelNames: ["sqlstate"],
});
