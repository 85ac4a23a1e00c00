import { unitLabel } from "../shared/domain/code-labels.js";
import { printAmount, printDecimal } from "../shared/domain/formats.js";
import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import { getVoucherType } from "../shared/domain/voucher-types.js";
import { type DiscountView, discountOf, vatCell } from "./items-view.js";
import { printableLines, printableText } from "./printable-text.js";
import { type PrintedRow, printedRows } from "./printed-rows.js";
import { type FrameView, frameView } from "./voucher-view.js";

/** The values of a ticket: those of the A4 page, but for its items, which have lines instead of columns. */
export interface TicketView extends FrameView {
  items: TicketItem[];
  qrDots: QrDots;
}

interface TicketItem {
  description: string;
  code: string | null;
  /** "3,00 unidades × 8.450,50": with the discount and the amount, the printed equality of `printedRows`. */
  quantity: string;
  /** VAT, on letter A. */
  vat: string | null;
  discount: DiscountView | null;
  amount: string;
}

export function ticketView(voucher: PrintableVoucher, logo: string | undefined): TicketView {
  const view = frameView(voucher, logo, "beside");
  const { body, voucherType, amounts } = voucher;
  const itemized = getVoucherType(voucherType).letter === "A";
  const rows = printedRows({ ...body, voucherType }, amounts.lines);
  return { ...view, items: rows.map((row) => itemView(row, itemized)), qrDots: qrDots(view.foot.qr.size) };
}

function itemView(row: PrintedRow, itemized: boolean): TicketItem {
  return {
    description: printableLines(row.description),
    code: row.code ? printableText(row.code, 60) : null,
    quantity: `${printDecimal(row.quantity)} ${unitLabel(row.unitType)} × ${printDecimal(row.unitPrice)}`,
    vat: itemized ? vatCell(row) : null,
    discount: discountOf(row),
    amount: printAmount(row.amount),
  };
}

/** The dots of a ticket printer, for each inch. */
const dotsPerInch = 203;
const cssPixelsPerInch = 96;

/** The dots that a roll of 58 mm prints side by side. */
const narrowestDots = 384;
/** The empty margin that scanners need on each side, by ISO/IEC 18004. */
const quietModules = 4;

/** How large a QR code is on a ticket, in CSS pixels. */
interface QrDots {
  /** One module: whole dots, so that a printer of black and white blurs no edge. */
  module: number;
  /** The box, with room to move the code onto whole dots (`templates/show-ticket.js`). */
  box: number;
  quiet: number;
}

/** Four dots for each module, or three for a code that would not fit on the narrowest roll. */
function qrDots(size: number): QrDots {
  const dots = (size + 2 * quietModules) * 4 <= narrowestDots ? 4 : 3;
  const module = (dots * cssPixelsPerInch) / dotsPerInch;
  return { module, box: Math.ceil(size * module) + 1, quiet: Math.ceil(quietModules * module) };
}
