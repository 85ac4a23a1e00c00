import { unitLabel } from "../shared/domain/code-labels.js";
import { printAmount, printDecimal, printRate } from "../shared/domain/formats.js";
import { Decimal, formatAmount, sum } from "../shared/domain/money.js";
import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import { getVoucherType } from "../shared/domain/voucher-types.js";
import { printableLines, printableText } from "./printable-text.js";
import { type PrintedRow, printedRows } from "./printed-rows.js";

/** The items, with the columns of the letter. Source: api/README.md, rule 14. */
export interface ItemsView {
  columns: { title: string; kind: Kind }[];
  rows: RowView[];
  /** The number of columns before those of the carried subtotal. */
  carrySpan: number;
}

export interface RowView {
  cells: CellView[];
  /** The row continues a description that is too long for one page. */
  withTraceparent: boolean;
  /** Amounts that the row adds to the carried subtotal, as declared. */
  adds: { amount: string; amountWithVat: string } | null;
}

export interface CellView {
  kind: Kind;
  text: string;
  small?: string | undefined;
}

type Kind = "text" | "description" | "number";

interface ItemColumn {
  title: string;
  kind: Kind;
  cell: (row: PrintedRow) => string | { text: string; small: string };
}

export function itemsView(voucher: PrintableVoucher): ItemsView {
  const rows = printedRows({ ...voucher.body, voucherType: voucher.voucherType }, voucher.amounts.lines);
  const columns = columnsFor(voucher, rows);
  return {
    columns: columns.map(({ title, kind }) => ({ title, kind })),
    rows: rows.map((row) => rowView(columns, row)),
    carrySpan: columns.findIndex(({ title }) => title === subtotalTitle),
  };
}

const subtotalTitle = "Subtotal";

function columnsFor({ voucherType }: PrintableVoucher, rows: PrintedRow[]): ItemColumn[] {
  const itemized = getVoucherType(voucherType).letter === "A";
  const columns: (ItemColumn | false)[] = [
    rows.some((row) => row.code) && { title: "Código", kind: "text", cell: (row) => printableText(row.code ?? "", 60) },
    { title: "Producto / Servicio", kind: "description", cell: (row) => row.description },
    { title: "Cantidad", kind: "number", cell: (row) => printDecimal(row.quantity) },
    { title: "U. medida", kind: "text", cell: (row) => unitLabel(row.unitType) },
    { title: "Precio unit.", kind: "number", cell: (row) => printDecimal(row.unitPrice) },
    rows.some(isDiscounted) && { title: "Bonificación", kind: "number", cell: discountCell },
    { title: subtotalTitle, kind: "number", cell: (row) => printAmount(row.amount) },
    itemized && { title: "IVA", kind: "number", cell: vatCell },
    itemized && { title: "Subtotal c/IVA", kind: "number", cell: (row) => printAmount(row.amountWithVat) },
  ];
  return columns.filter((column) => column !== false);
}

function rowView(columns: ItemColumn[], row: PrintedRow): RowView {
  const { amount, amountWithVat } = row;
  const shown = { ...row, description: linesOf(row.description) };
  return {
    cells: columns.map(({ kind, cell }): CellView => {
      const value = cell(shown);
      return typeof value === "string" ? { kind, text: printableLines(value) } : { kind, ...value };
    }),
    withTraceparent: false,
    adds: { amount, amountWithVat },
  };
}

/** So many lines of a description begin where it says so. Many more would be hundreds of pages, with next to nothing on each. */
const maxLines = 400;

/** A description keeps its line breaks, but no more than one empty line on end. */
function linesOf(description: string): string {
  const lines = printableLines(description)
    .replace(/[^\S\n]*\n[^\S\n]*/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
    .split("\n");
  return [...lines.slice(0, maxLines - 1), lines.slice(maxLines - 1).join(" ")].join("\n").trim();
}

/**
 * A row whose description is cut before these of its characters, each the first of a line as it was measured. Under each other the
 * parts look as the one row did.
 */
export function splitRow(row: RowView, cuts: number[]): RowView[] {
  const text = row.cells.find(({ kind }) => kind === "description")?.text ?? "";
  const pieces = [0, ...cuts].map((from, at) => text.slice(from, cuts[at] ?? text.length));
  return pieces.map((piece, at) => ({
    cells: row.cells.map((cell): CellView => {
      if (cell.kind === "description") return { ...cell, text: piece };
      return at === 0 ? cell : { kind: cell.kind, text: "" };
    }),
    withTraceparent: at > 0,
    adds: at === 0 ? row.adds : null,
  }));
}

const isDiscounted = (row: PrintedRow) => row.discountRate !== null || Number(row.discount) !== 0;

/** `rate` is null for a discount that was given as an amount. */
export interface DiscountView {
  amount: string;
  rate: string | null;
}

/** Null for a row without a discount. */
export const discountOf = (row: PrintedRow): DiscountView | null =>
  isDiscounted(row)
    ? { amount: printAmount(row.discount), rate: row.discountRate === null ? null : printRate(row.discountRate) }
    : null;

function discountCell(row: PrintedRow) {
  const discount = discountOf(row);
  if (!discount) return "";
  const { amount: text, rate: small } = discount;
  return small === null ? text : { text, small };
}

export function vatCell({ vat }: PrintedRow): string {
  if (vat.kind === "rate") return printRate(vat.percentage);
  return vat.kind === "exempt" ? "Exento" : "No grav.";
}

/** The subtotal that one page carries to the next, in the columns from `carrySpan` on. */
export function carriedCells({ columns, carrySpan }: ItemsView, rows: RowView[]): CellView[] {
  const total = (of: "amount" | "amountWithVat") =>
    printAmount(formatAmount(sum(rows.flatMap(({ adds }) => (adds ? [new Decimal(adds[of])] : [])))));
  const texts = columns.slice(carrySpan).map((_, index) => ["amount", "", "amountWithVat"][index] ?? "");
  return texts.map(
    (of): CellView => ({ kind: "number", text: of === "amount" || of === "amountWithVat" ? total(of) : "" }),
  );
}
