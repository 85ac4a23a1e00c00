import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import { carriedCells, splitRow } from "./items-view.js";
import { copyTitle } from "./labels.js";
import { notesOn } from "./notes-view.js";
import { paginate, type Sheet } from "./paginate.js";
import { describePdf } from "./pdf-description.js";
import type { PrintOptions } from "./print-options.js";
import type { MeasuredSheet, PrintPage } from "./print-page.js";
import { type SheetItems, type SheetView, sheetHtml } from "./sheet-template.js";
import { showTicket } from "./ticket.js";
import { type VoucherView, voucherView } from "./voucher-view.js";

/** Prints the copies of a voucher, one after the other, each with pages of its own. */
export async function printVoucher(page: PrintPage, voucher: PrintableVoucher, options: PrintOptions): Promise<Buffer> {
  const show = options.layout === "a4" ? showVoucher : showTicket;
  const { name, sheets } = await show(page, voucher, options);
  const pdf = await page.toPdf();
  if (countPages(pdf) !== sheets) throw new Error(`${name} has ${sheets} sheets, but ${countPages(pdf)} pages`);
  return describePdf(pdf, {
    title: name,
    author: voucher.issuer.name,
    subject: `${voucher.authorization} ${voucher.cae}`,
  });
}

/** Extra milliseconds for a long voucher: the largest one that the API accepts has hundreds of pages. */
export const printAllowanceMs = ({ body }: PrintableVoucher): number => JSON.stringify(body).length / 10;

/** Lays the copies out on as many sheets as they need, and gives their number. Most vouchers fit on one sheet at once. */
export async function showVoucher(
  page: Pick<PrintPage, "show">,
  voucher: PrintableVoucher,
  { versions, logo }: Omit<PrintOptions, "layout">,
): Promise<{ name: string; sheets: number }> {
  const place = voucher.body.associatedVouchers.length > maxInHeader ? "below" : "beside";
  const view = voucherView(voucher, logo, place);
  const show = (sheets: SheetView[][]) => page.show(sheets.flat().map(sheetHtml).join("\n"), view.name);

  const [single] = await show(versions.map((version) => [wholeSheet(view, version, false)]));
  if (!single) return { name: view.name, sheets: 0 };
  if (single.used <= single.room) return { name: view.name, sheets: versions.length };

  const { divided, measured } = await divide(show, isTooHigh(single) ? voucherView(voucher, logo, "below") : view);
  for (const slack of slacks) {
    const sheets = paginate({ ...measured, room: measured.room - slack });
    const copies = versions.map((version) =>
      sheets.map((sheet, index) => partialSheet(divided, version, measured, sheet, index, sheets.length)),
    );
    const shown = await show(copies);
    if (shown.every(({ used, room }) => used <= room + 1)) return { name: view.name, sheets: shown.length };
  }
  throw new Error(`${view.name} cannot be laid out on sheets`);
}

type Show = (sheets: SheetView[][]) => Promise<MeasuredSheet[]>;

/** Measures the voucher with the lines of a carried subtotal. A row that is higher than a page becomes several, cut between its lines. */
async function divide(show: Show, view: VoucherView): Promise<{ divided: VoucherView; measured: MeasuredSheet }> {
  const [whole] = await show([[wholeSheet(view, 1, true)]]);
  if (!whole) throw new Error(`${view.name} cannot be measured`);
  const most = Math.max(whole.room - whole.head - 2 * whole.carry - largestSlack, leastRoom);
  const rows = view.items.rows.flatMap((row, at) => {
    const [height = 0, lines = []] = [whole.rows[at], whole.lines[at]];
    const together = Math.max(1, Math.floor(((most / partsOfPage) * lines.length) / height));
    return height > most
      ? splitRow(
          row,
          lines.filter((_, line) => line > 0 && line % together === 0),
        )
      : [row];
  });
  if (rows.length === view.items.rows.length) return { divided: view, measured: whole };
  const divided = { ...view, items: { ...view.items, rows } };
  const [measured = whole] = await show([[wholeSheet(divided, 1, true, whole)]]);
  return { divided, measured: { ...measured, columns: whole.columns, size: whole.size } };
}

/** So many parts of a row that is higher than a page fill one: the more, the less of a page stays empty. */
const partsOfPage = 6;
/** Pixels. Head and foot leave at least so much. */
const leastRoom = 100;

/** This many associated vouchers fit in the header's line; more go below the items. */
const maxInHeader = 6;

/** CSS pixels to leave free at the end of a sheet. Each retry leaves more, because parts can be higher than first measured. */
const slacks = [8, 60, 200];
const largestSlack = 200;

/** Whether the foot leaves too little room for the rows. Its notes of unlimited length then go below the items. */
const isTooHigh = ({ foot, room }: MeasuredSheet): boolean => foot > room * 0.35;

/**
 * The whole voucher on one sheet of any height. `withCarry` is for measuring: with the lines of a carried subtotal, and with each part of a
 * long text for itself.
 */
function wholeSheet(view: VoucherView, version: number, withCarry: boolean, like?: MeasuredSheet): SheetView {
  const { columns, rows, carrySpan } = view.items;
  const currentTraceparent = withCarry ? carriedCells(view.items, rows) : null;
  const looks = like ? { widths: like.columns, size: `measured ${like.size}` } : { widths: [], size: "" };
  const items: SheetItems = {
    columns,
    rows,
    carrySpan,
    ...looks,
    carriedIn: currentTraceparent,
    carriedOut: currentTraceparent,
  };
  const notes = withCarry ? view.notes : notesOn(view.notes, 0, view.notes.length);
  return { ...view, copy: copyTitle(version), items, notes, page: 1, pages: 1 };
}

function partialSheet(
  view: VoucherView,
  version: number,
  { columns: widths, size }: MeasuredSheet,
  { rows: [from, to], notes, foot }: Sheet,
  index: number,
  pages: number,
): SheetView {
  const { columns, rows, carrySpan } = view.items;
  const currentTraceparent = (place: number) =>
    place > 0 && place < rows.length ? carriedCells(view.items, rows.slice(0, place)) : null;
  const items: SheetItems = {
    columns,
    carrySpan,
    widths,
    size: `measured ${size}`,
    carriedIn: currentTraceparent(from),
    rows: rows.slice(from, to),
    carriedOut: currentTraceparent(to),
  };
  return {
    ...view,
    copy: copyTitle(version),
    items: from === to ? null : items,
    notes: notesOn(view.notes, ...notes),
    foot: foot ? view.foot : null,
    page: index + 1,
    pages,
  };
}

/** The number of pages of a PDF made by Chromium, which writes page objects as plain text. */
const countPages = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
