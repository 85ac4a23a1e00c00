import type { Child } from "hono/jsx";

interface TableColumn<Row> {
  head: Child;
  cell: (row: Row) => Child;
  /** Numbers and amounts. */
  align?: "end" | undefined;
  /** A longer text. In a card it stands below its head; one that is empty is left out there. */
  wide?: boolean | undefined;
  /** Row header: what the row is about, and the title of its card on a phone. At most one. */
  primary?: boolean | undefined;
  /** Where a click on the head leads, and how the rows are ordered by it now. Cards have no such heads: offer the order elsewhere too. */
  sort?: { href: string; direction?: "ascending" | "descending" | undefined } | undefined;
}

interface Props<Row> {
  /** Says what the table holds. Only screen readers show it, unless `showCaption`. */
  caption: Child;
  rows: readonly Row[];
  columns: TableColumn<Row>[];
  /** Shown in place of a table without rows. */
  empty: Child;
  showCaption?: boolean | undefined;
  id?: string | undefined;
}

/** Without these, a browser takes a table that is laid out as cards for no table any more. */
const role = {
  table: "table",
  group: "rowgroup",
  row: "row",
  head: "columnheader",
  rowHead: "rowheader",
  cell: "cell",
};

/** Rows of the same kind. On a phone each row is a card of its own. */
export function Table<Row>({ caption, rows, columns, empty, showCaption, id }: Props<Row>) {
  if (rows.length === 0) return <div id={id}>{empty}</div>;
  return (
    <div class="table" id={id}>
      <table role={role.table}>
        <caption class={showCaption ? undefined : "unseen"}>{caption}</caption>
        <thead role={role.group}>
          <tr role={role.row}>
            {columns.map(({ head, align, sort }) => (
              <th scope="col" role={role.head} class={align} aria-sort={sort?.direction}>
                {sort ? <a href={sort.href}>{head}</a> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role={role.group}>
          {rows.map((row) => (
            <tr role={role.row}>
              {columns.map((column) => (
                <Cell column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({ column: { head, cell, align, wide, primary }, row }: { column: TableColumn<Row>; row: Row }) {
  if (primary)
    return (
      <th scope="row" role={role.rowHead} class={align}>
        {cell(row)}
      </th>
    );
  return (
    <td role={role.cell} class={wide ? "wide" : align}>
      {/* The head again, which only cards show. */}
      <span class="card-head" aria-hidden="true">
        {head}
      </span>
      <div class="card-value">{cell(row)}</div>
    </td>
  );
}
