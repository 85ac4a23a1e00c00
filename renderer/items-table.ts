import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import { getVoucherType } from "../shared/domain/voucher-types.js";
import { printAmount, printDecimal, printRate } from "./formats.js";
import { type Html, html } from "./html.js";
import { type PrintedRow, printedRows } from "./printed-rows.js";
import { unitLabel } from "./table-labels.js";

interface Column {
  title: string;
  kind: "text" | "description" | "number";
  cell: (row: PrintedRow) => Html | string;
}

/** The items, with the columns of the letter; the head is repeated on every page. Source: API.md, rule 14. */
export function itemsTable(voucher: PrintableVoucher): Html {
  const rows = printedRows(voucher.body, voucher.amounts.lines);
  const columns = columnsFor(voucher, rows);
  return html`<div class="items"><table>
<thead><tr>${columns.map(({ kind, title }) => html`<th class="${kind}"><div>${title}</div></th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${columns.map(({ kind, cell }) => html`<td class="${kind}"><div>${cell(row)}</div></td>`)}</tr>\n`)}</tbody>
</table></div>`;
}

function columnsFor({ voucherType }: PrintableVoucher, rows: PrintedRow[]): Column[] {
  const itemized = getVoucherType(voucherType).letter === "A";
  const columns: (Column | false)[] = [
    rows.some((row) => row.code) && { title: "Código", kind: "text", cell: (row) => row.code ?? "" },
    { title: "Producto / Servicio", kind: "description", cell: (row) => row.description },
    { title: "Cantidad", kind: "number", cell: (row) => printDecimal(row.quantity) },
    { title: "U. medida", kind: "text", cell: (row) => unitLabel(row.unitType) },
    { title: "Precio unit.", kind: "number", cell: (row) => printDecimal(row.unitPrice) },
    rows.some(isDiscounted) && { title: "Bonificación", kind: "number", cell: discountCell },
    { title: "Subtotal", kind: "number", cell: (row) => printAmount(row.amount) },
    itemized && { title: "IVA", kind: "number", cell: vatCell },
    itemized && { title: "Subtotal c/IVA", kind: "number", cell: (row) => printAmount(row.amountWithVat) },
  ];
  return columns.filter((column) => column !== false);
}

const isDiscounted = (row: PrintedRow) => row.discountRate !== null || Number(row.discount) !== 0;

function discountCell(row: PrintedRow): Html | string {
  if (!isDiscounted(row)) return "";
  return html`${printAmount(row.discount)}${row.discountRate !== null && html`<small>${printRate(row.discountRate)}</small>`}`;
}

function vatCell({ vat }: PrintedRow): string {
  if (vat.kind === "rate") return printRate(vat.percentage);
  return vat.kind === "exempt" ? "Exento" : "No grav.";
}
