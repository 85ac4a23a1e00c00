import { unitLabel } from "../shared/domain/code-labels.js";
import { printAmount, printDecimal } from "../shared/domain/formats.js";
import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import { getVoucherType } from "../shared/domain/voucher-types.js";
import { type DiscountView, discountOf, vatCell } from "./items-view.js";
import { printableLines, printableText } from "./printable-text.js";
import { type PrintedRow, printedRows } from "./printed-rows.js";
import { type QrDots, qrDots } from "./qr-dots.js";
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
