import { type CsvColumn, issuanceColumns } from "../../../api/parsing/csv/columns.js";

interface Form {
  delimiter: string;
  lineEnd: string;
  /** Begins with a byte order mark. */
  mark?: boolean;
  quoteAll?: boolean;
  /** Every row of a voucher has all its cells; otherwise the first alone. */
  repeat?: boolean;
  /** How many empty lines follow. */
  trailing?: number;
}

type Fields = Record<string, unknown>;

/** Bodies of issuances as CSV, with a column for every field that one of them has. */
export function csvOf(bodies: Fields[], form: Form): string {
  const { delimiter, lineEnd, mark, quoteAll, repeat, trailing = 0 } = form;
  const rows = bodies.flatMap((body) => rowsOf(body, repeat ?? false));
  const header = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const quote = (cell: string) =>
    quoteAll || /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const lines = [header, ...rows.map((row) => header.map((name) => row.get(name) ?? ""))];
  const text = lines.map((cells) => cells.map(quote).join(delimiter)).join(lineEnd);
  return `${mark ? "\ufeff" : ""}${text}${lineEnd.repeat(trailing)}`;
}

const columns = [...issuanceColumns.byName.values()];

function rowsOf(body: Fields, repeat: boolean): Map<string, string>[] {
  const lists = [...issuanceColumns.lists].filter((name) => Array.isArray(body[name]));
  const count = Math.max(1, ...lists.map((name) => (body[name] as unknown[]).length));
  const own = new Map(columns.filter(({ list }) => list === undefined).flatMap((column) => cellOf(column, body)));
  for (const name of issuanceColumns.free)
    for (const [key, value] of Object.entries((body[name] ?? {}) as Fields)) own.set(`${name}.${key}`, String(value));
  return Array.from({ length: count }, (_, at) => {
    const row = new Map(at === 0 || repeat ? own : [["idempotency", String(body.idempotency)]]);
    for (const list of lists) {
      const element = (body[list] as Fields[])[at];
      if (!element) continue;
      for (const column of columns.filter((each) => each.list === list))
        for (const [name, cell] of cellOf(column, element)) row.set(name, cell);
    }
    return row;
  });
}

function cellOf({ name, path }: CsvColumn, of: Fields): [string, string][] {
  const value = path.reduce<unknown>((inner, key) => (inner as Fields | undefined)?.[key], of);
  if (value === undefined) return [];
  return [[name, Array.isArray(value) ? value.join(" ") : String(value)]];
}
