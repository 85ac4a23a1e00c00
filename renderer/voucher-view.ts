import { accentColorForm } from "../shared/domain/accent-color.js";
import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import { nameOfVoucher } from "../shared/domain/spanish.js";
import { type FootView, footView } from "./foot-view.js";
import { type HeaderView, headerView } from "./header-view.js";
import { type ItemsView, itemsView } from "./items-view.js";
import { type NotesPlace, type NoteView, notesAbove } from "./notes-view.js";
import { printableText } from "./printable-text.js";

/** The values of a voucher as the templates print them. Null and empty values are not shown. */
export interface VoucherView extends FrameView {
  items: ItemsView;
  /** Printed between the items and the foot, when they are too long for header and foot. */
  notes: NoteView[];
}

/** Frame around the items, on a page as on a ticket. */
export interface FrameView {
  /** "Factura B 00002-00000701". */
  name: string;
  homologation: boolean;
  /** `#RRGGBB`; null for black. */
  accent: string | null;
  /** "CAE 75471234567890". */
  authorized: string;
  header: HeaderView;
  foot: FootView;
}

export const voucherView = (voucher: PrintableVoucher, logo: string | undefined, place: NotesPlace): VoucherView => ({
  ...frameView(voucher, logo, place),
  items: itemsView(voucher),
  notes: place === "below" ? notesAbove(voucher) : [],
});

export const frameView = (voucher: PrintableVoucher, logo: string | undefined, place: NotesPlace): FrameView => ({
  name: nameOfVoucher(voucher),
  homologation: !voucher.production,
  accent: accentOf(voucher),
  authorized: `${voucher.authorization} ${printableText(voucher.cae, 20)}`,
  header: headerView(voucher, logo, place),
  foot: footView(voucher, place),
});

/** Accent colour, checked because it becomes part of a style. */
const accentOf = ({ issuer: { accentColor } }: PrintableVoucher): string | null =>
  accentColor && accentColorForm.test(accentColor) ? accentColor : null;
