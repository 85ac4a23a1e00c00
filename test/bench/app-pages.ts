import { groupsFor } from "../../api/app/layout/sections.js";

/** Ids of a company that has everything. */
interface Known {
  voucher: number;
  batch: number;
  /** `YYYYMM` */
  month: string;
  customer: string;
}

/** The pages that are measured, by their paths below the company and environment: every place of the navigation, and what lies behind. */
export const pagesOf = ({ voucher, batch, month, customer }: Known): Record<string, string> => ({
  ...Object.fromEntries(groupsFor("owner").flatMap(({ sections }) => sections.map(({ title, path }) => [title, path]))),
  // Its own address leads on to one with a key.
  Emitir: "/invoices/new/bench",
  "Comprobantes, of a month": `/invoices?from=${month.slice(0, 4)}-${month.slice(4)}-01&to=${month.slice(0, 4)}-${month.slice(4)}-28`,
  "Comprobantes, of a customer": `/invoices?document=${customer}`,
  "Comprobantes, from an amount on": "/invoices?min=100000",
  "Comprobantes, page 5,000": "/invoices?offset=100000",
  "a voucher": `/invoices/${voucher}`,
  "a batch": `/batches/${batch}`,
  "Auditoría, filtered": "/audit-log?actor=user&action=pos.update",
});
