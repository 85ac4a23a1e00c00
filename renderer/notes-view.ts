import { tributeLabel } from "../shared/domain/code-labels.js";
import { printAmount, printDate, printFullNumber, printRate, printTaxId } from "../shared/domain/formats.js";
import type { AssociatedVoucher } from "../shared/domain/issuance-request.js";
import { legendsOf } from "../shared/domain/legends.js";
import { Decimal, formatAmount, toCents } from "../shared/domain/money.js";
import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import { getVoucherType } from "../shared/domain/voucher-types.js";
import { referredVoucherTitle } from "../shared/domain/voucher-words.js";
import { cancellationOf, creditView } from "./credit-view.js";
import { furtherFields } from "./further-view.js";
import { piecesOf, printableLines, printableOrNull, printableText } from "./printable-text.js";

/**
 * Where remarks, tributes and associated vouchers are printed: in header and foot (`beside`), or one after the other below the
 * items when header or foot would become too high (`below`).
 */
export type NotesPlace = "beside" | "below";

export interface TributeView {
  label: string;
  base: string;
  rate: string;
  amount: string;
}

/** One block below the items, short enough to fit on any page. */
export interface NoteView {
  section: string;
  /** The section's name, only on its first block, and where a sheet begins within it. */
  heading: string | null;
  text: string | null;
  /** Separator from the part of the text before this one; null on a text's first part, and on a tribute. */
  joint: "" | "\n" | null;
  tribute: TributeView | null;
}

const maxTogether = 600;
const linesTogether = 10;

/** Everything that has no room in header and foot, in small blocks that can be spread over pages. */
export const notesAbove = (voucher: PrintableVoucher): NoteView[] => [
  ...[associationOf(voucher)].flatMap((said) => (said ? textNotes(said.heading, said.text) : [])),
  ...textNotes("Anulación", cancellationOf(voucher) ?? ""),
  ...tributeViews(voucher).map((tribute, index) => ({
    section: "Otros Tributos",
    heading: index === 0 ? "Otros Tributos" : null,
    text: null,
    joint: null,
    tribute,
  })),
  ...textNotes("Observaciones", legendText(voucher) ?? ""),
  ...textNotes("Leyendas", ownLegends(voucher).join("\n")),
  ...additionalFields(voucher).flatMap(({ label, value }) => textNotes(label, value)),
  ...[creditView(voucher)].flatMap((credit) => (credit ? textNotes(credit.amount, credit.legend) : [])),
];

function textNotes(heading: string, text: string): NoteView[] {
  const pieces = blocksOf(text).flatMap((block, at) =>
    piecesOf(block, maxTogether).map((piece, within) => ({ piece, begins: within === 0, isFirst: at + within === 0 })),
  );
  return pieces.map(({ piece, begins, isFirst }) => ({
    section: heading,
    heading: isFirst ? heading : null,
    text: piece,
    joint: isFirst ? null : begins ? "\n" : "",
    tribute: null,
  }));
}

/**
 * The blocks of one sheet. One that begins within a section names it again: nobody knows what is meant otherwise. The parts of a text
 * that are on one sheet are one block, so that its lines flow; it is never higher than they were.
 */
export function notesOn(notes: readonly NoteView[], from: number, to: number): NoteView[] {
  const shown: NoteView[] = [];
  for (const note of notes.slice(from, to)) {
    const last = shown.at(-1);
    if (!last) shown.push({ ...note, heading: note.section });
    else if (note.joint === null) shown.push(note);
    else shown[shown.length - 1] = { ...last, text: `${last.text}${note.joint}${note.text}` };
  }
  return shown;
}

/** Splits a text into blocks of a few lines. Drops blank lines, because a text full of them would fill pages. */
function blocksOf(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const starts = [...lines.keys()].filter((index) => index % linesTogether === 0);
  return starts.map((start) => lines.slice(start, start + linesTogether).join("\n"));
}

export const legendText = ({ body }: PrintableVoucher): string | null =>
  body.legend ? printableLines(body.legend) : null;

const longestLegend = 200;

/** Legends of company and point of sale, beside those of every voucher. Source: api/README.md, "Legends". */
export function ownLegends({ voucherType, voucherDate, body, issuer, pointOfSale }: PrintableVoucher): string[] {
  const { letter } = getVoucherType(voucherType);
  const condition = body.receiverTaxConditionId ?? body.customer.taxType;
  const legends = legendsOf([...issuer.legends, ...pointOfSale.legends], { letter, condition, voucherDate });
  return legends.flatMap((text) => printableOrNull(text, longestLegend) ?? []);
}

export function tributeViews({ body }: PrintableVoucher): TributeView[] {
  const amount = (value: number) => printAmount(formatAmount(toCents(new Decimal(value))));
  return body.tributes.map(({ type, description, baseAmount, aliquot, subtotal }) => ({
    label: description ? printableText(description) : tributeLabel(type),
    base: amount(baseAmount),
    rate: printRate(new Decimal(aliquot).toFixed()),
    amount: amount(subtotal),
  }));
}

/** Further data, and only the keys that the point of sale defines as printed. Source: api/README.md, "Issuance request body". */
export function additionalFields(voucher: PrintableVoucher): { label: string; value: string }[] {
  const { body, pointOfSale } = voucher;
  const data = body.additionalData ?? {};
  const keyed = pointOfSale.additionalDataKeys
    .filter(({ key, printed }) => printed && Object.hasOwn(data, key))
    .map(({ key, label }) => ({ label: printableText(label, 100), value: printValue(data[key]) }))
    .filter(({ value }) => value !== "");
  return [...furtherFields(voucher), ...keyed];
}

function printValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  return printableLines(typeof value === "object" ? JSON.stringify(value) : String(value));
}

/** Subject of a note: vouchers, or all that was sold in a period. */
export interface AssociationView {
  heading: string;
  text: string;
  /** Mark of a note to a credit invoice: "Sí", "No". */
  cancellation: string | null;
}

export function associationOf(voucher: PrintableVoucher): AssociationView | null {
  const { associatedVouchers, associatedPeriod } = voucher.body;
  if (associatedVouchers.length > 0)
    return {
      heading: "Comprobantes asociados",
      text: associatedVouchers.map(printReference(voucher)).join(" · "),
      cancellation: cancellationOf(voucher),
    };
  if (!associatedPeriod) return null;
  const { from, to } = associatedPeriod;
  return { heading: "Período asociado", text: `${dateOf(from)} al ${dateOf(to)}`, cancellation: null };
}

/** "Factura C 00002-00000650 del 21/11/2026", with the CUIT when another issuer made it. */
const printReference =
  ({ issuer }: PrintableVoucher) =>
  ({ voucherType, posNumber, voucherNumber, cuit, date }: AssociatedVoucher): string => {
    const foreign = cuit && cuit !== issuer.cuit ? ` (CUIT ${printTaxId(printableText(cuit, 20))})` : "";
    const dated = date ? ` del ${dateOf(date)}` : "";
    return `${referredVoucherTitle(voucherType)} ${printFullNumber(posNumber, voucherNumber)}${dated}${foreign}`;
  };

const dateOf = (date: string) => printDate(printableText(date, 20));
