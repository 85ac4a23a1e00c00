import Handlebars from "handlebars";
import { readAsset } from "../shared/assets/assets.js";
import type { CellView, ItemsView, RowView } from "./items-view.js";
import type { NoteView } from "./notes-view.js";
import type { VoucherView } from "./voucher-view.js";

/** Content of one sheet of paper. */
export interface SheetView extends Omit<VoucherView, "items" | "notes" | "foot"> {
  /** "ORIGINAL". */
  copy: string;
  items: SheetItems | null;
  notes: NoteView[];
  foot: VoucherView["foot"] | null;
  page: number;
  pages: number;
}

export interface SheetItems extends Pick<ItemsView, "columns" | "carrySpan"> {
  /** In CSS pixels; empty to let the browser choose them. */
  widths: number[];
  size: string;
  carriedIn: CellView[] | null;
  rows: RowView[];
  carriedOut: CellView[] | null;
}

const handlebars = Handlebars.create();
for (const name of ["header", "items", "notes", "foot", "field"])
  handlebars.registerPartial(name, readAsset(`renderer/templates/${name}.html`));
const sheet = handlebars.compile<SheetView & { later: boolean }>(readAsset("renderer/templates/sheet.html"), {
  knownHelpersOnly: true,
});

/** The sheet as HTML. The templates escape every value. The headings of a copy are on its first sheet: they become the PDF's outline. */
export const sheetHtml = (view: SheetView): string => sheet({ ...view, later: view.page > 1 });
