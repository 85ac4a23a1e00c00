import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import type { PrintOptions } from "./print-options.js";
import type { PrintPage } from "./print-page.js";
import { ticketHtml } from "./ticket-template.js";
import { ticketView } from "./ticket-view.js";

/** Shows each copy as one long page, as high as its content, and gives the number of pages. */
export async function showTicket(
  page: Pick<PrintPage, "showTicket">,
  voucher: PrintableVoucher,
  { layout, versions, logo }: PrintOptions,
): Promise<{ name: string; sheets: number }> {
  const view = ticketView(voucher, logo);
  const { pages } = await page.showTicket(ticketHtml(view, layout, versions), view.name, ticketWidthMm[layout]);
  return { name: view.name, sheets: pages * versions.length };
}

const ticketWidthMm = { a4: 210, ticket80: 80, ticket58: 58 };
