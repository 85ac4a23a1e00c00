import Handlebars from "handlebars";
import { readAsset } from "../shared/assets/assets.js";
import type { PdfLayout } from "../shared/domain/pdf-form.js";
import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import { copyTitle } from "./labels.js";
import type { PrintOptions } from "./print-options.js";
import type { PrintPage } from "./print-page.js";
import type { TicketView } from "./ticket-view.js";
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

interface CopyView extends TicketView {
  /** "ORIGINAL". */
  copy: string;
  layout: PdfLayout;
}

const handlebars = Handlebars.create();
handlebars.registerPartial("field", readAsset("renderer/templates/field.html"));
for (const name of ["head", "items", "foot"])
  handlebars.registerPartial(name, readAsset(`renderer/templates/ticket-${name}.html`));
const ticket = handlebars.compile<CopyView>(readAsset("renderer/templates/ticket.html"), { knownHelpersOnly: true });

/** The copies as HTML, one below the other. The templates escape every value. */
const ticketHtml = (view: TicketView, layout: PdfLayout, versions: number[]): string =>
  versions.map((version) => ticket({ ...view, layout, copy: copyTitle(version) })).join("\n");
