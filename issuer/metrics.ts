import { Counter } from "prom-client";
import type { IssuerEvent } from "./deps.js";

const vatCures = new Counter({
  name: "talonario_vat_cures_total",
  help: "Vouchers refused for the rounding of their VAT (10051) and sent again with the authority's split",
});

const counters: Record<IssuerEvent, Counter> = { vatCured: vatCures };

export const count = (event: IssuerEvent): void => counters[event].inc();

const foreignVouchers = new Counter({
  name: "talonario_foreign_vouchers_total",
  help: "Vouchers of somebody else that our numbering jumped over: reconcile tells which, and imports them",
});

export const countForeign = (vouchers: number): void => foreignVouchers.inc(vouchers);
