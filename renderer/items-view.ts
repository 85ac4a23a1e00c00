import { unitLabel } from "../shared/domain/code-labels.js";
import { printAmount, printDecimal, printRate } from "../shared/domain/formats.js";
import { Decimal, formatAmount, sum } from "../shared/domain/money.js";
import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import { getVoucherType } from "../shared/domain/voucher-types.js";
import { cleanText, piecesOf, printableText } from "./printable-text.js";
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
  /** The row continues a description that is too long for one row. */
  continued: boolean;
  /** What the row adds to the carried subtotal, as declared. */
  adds: { amount: string; amountWithVat: string } | null;
}

export interface CellView {
  kind: Kind;
  text: string;
  small?: string | undefined;
}

type Kind = "text" | "description" | "number";

interface Column {
  title: string;
  kind: Kind;
  cell: (row: PrintedRow) => string | { text: string; small: string };
}

const maxTogether = 300;

export function itemsView(voucher: PrintableVoucher): ItemsView {
  const rows = printedRows({ ...voucher.body, voucherType: voucher.voucherType }, voucher.amounts.lines);
  const columns = columnsFor(voucher, rows);
  return {
    columns: columns.map(({ title, kind }) => ({ title, kind })),
    rows: rows.flatMap((row) => rowViews(columns, row)),
    carrySpan: columns.findIndex(({ title }) => title === subtotalTitle),
  };
}

const subtotalTitle = "Subtotal";

function columnsFor({ voucherType }: PrintableVoucher, rows: PrintedRow[]): Column[] {
  const itemized = getVoucherType(voucherType).letter === "A";
  const columns: (Column | false)[] = [
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

/** The row of an item, plus one for each further piece of a long description. A single row could be higher than a page. */
function rowViews(columns: Column[], row: PrintedRow): RowView[] {
  const [first = "", ...rest] = piecesOf(cleanText(row.description), maxTogether);
  const { amount, amountWithVat } = row;
  const toCells = (shown: PrintedRow) =>
    columns.map(({ kind, cell }): CellView => {
      const value = cell(shown);
      return typeof value === "string" ? { kind, text: cleanText(value) } : { kind, ...value };
    });
  return [
    { cells: toCells({ ...row, description: first }), continued: false, adds: { amount, amountWithVat } },
    ...rest.map((piece) => ({
      cells: columns.map(({ kind }) => ({ kind, text: kind === "description" ? piece : "" })),
      continued: true,
      adds: null,
    })),
  ];
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
