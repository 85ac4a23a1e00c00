import Handlebars from "handlebars";
import { readAsset } from "../shared/assets/assets.js";
import type { PdfLayout } from "../shared/domain/pdf-form.js";
import { copyTitle } from "./labels.js";
import type { TicketView } from "./ticket-view.js";

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
export const ticketHtml = (view: TicketView, layout: PdfLayout, versions: number[]): string =>
  versions.map((version) => ticket({ ...view, layout, copy: copyTitle(version) })).join("\n");
